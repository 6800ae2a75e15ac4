import type { MessageEntry, TurnEntry } from '../../conversations/index.ts';

/** Stores what was said. The conversation does not wait for the database. */
export type Recorder = {
  add(entry: MessageEntry | TurnEntry, onFailed: (error: unknown) => void, onStored?: () => void): void;
  noteHeard(sessionId: string, number: number, heard: string): Promise<void>;
  /** Why the avatar's own voice was not heard in a turn. */
  noteVoice(sessionId: string, number: number, message: string): Promise<void>;
  noteFirstAudio(sessionId: string, number: number, at: number): Promise<void>;
  /** A model no longer gets the messages up to this number. */
  clearHistory(sessionId: string, upTo: number): Promise<void>;
  /** Settles when everything added before is stored. */
  settled(): Promise<void>;
};

export type TurnMeter = {
  count(avatarId: number, outcome: string, firstSentenceMs: number | null, totalMs: number): void;
};
