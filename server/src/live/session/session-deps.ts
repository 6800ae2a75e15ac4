import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { MessageEntry, TurnEntry } from '../../conversations/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';
import type { ExtendedEvents } from '../../webhooks/index.ts';
import type { Brain } from '../conversation/brain.ts';
import type { Voice } from '../conversation/voice.ts';
import type { SessionWriter } from '../store/session-writer.ts';

/** Where a session keeps what was said; writing happens behind the conversation. */
export type Recorder = {
  add(entry: MessageEntry | TurnEntry, onFailed: (error: unknown) => void): void;
  noteHeard(sessionId: string, number: number, heard: string): Promise<void>;
  /** Why the avatar's own voice was not heard in a turn. */
  noteVoice(sessionId: string, number: number, message: string): Promise<void>;
  noteFirstAudio(sessionId: string, number: number, at: number): Promise<void>;
  /** Forgets all up to the message of this number. */
  clearHistory(sessionId: string, upTo: number): Promise<void>;
};

/** What all sessions of a process share. */
export type SessionContext = {
  readonly clock: Clock;
  readonly log: Log;
  readonly writer: SessionWriter;
  readonly recorder: Recorder;
  readonly extended: Pick<ExtendedEvents, 'wants' | 'ignores' | 'write'>;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  /** Null where the avatar has no brain yet. */
  brainFor(avatar: AvatarWithSecrets): Brain | null;
  /** Null where it has no voice: its words are read then. */
  voiceFor(avatar: AvatarWithSecrets): Voice | null;
  readonly turnMeter: TurnMeter;
  /** With which a session's page may have its recordings written down. */
  hearingTokenOf(sessionId: string): string;
};

export type TurnMeter = {
  count(avatarId: number, outcome: string, firstSentenceMs: number | null, totalMs: number): void;
};

/** The client's side of a live socket, as a session sees it. */
export type ClientSocket = {
  send(data: string | Uint8Array): void;
  /** The socket's own ping, which browsers answer without the page. */
  ping(): void;
  close(code: number, reason: string): void;
};
