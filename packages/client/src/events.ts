import type { AudioFrame, AvatarStatus, ServerFrame } from '@parley/protocol';
import type { Joined } from './joining.ts';
import type { ConnectionChange, Ending } from './link.ts';
import type { SessionSecret } from './options.ts';
import type { Sentence, Speech } from './playback.ts';
import type { TagEvent } from './tag-event.ts';

export type Trouble = { readonly code: string; readonly message: string };

/** What a client tells, by name. */
export type LiveEvents = {
  /** The service has made a session. `visitor` is to be remembered. */
  joined: Omit<Joined, 'ticket'>;
  /** What continues the session from another client, such as a reloaded page; it changes with every socket. */
  secret: SessionSecret;
  connection: ConnectionChange;
  status: { readonly status: AvatarStatus; readonly previous: AvatarStatus };
  /** One sentence that the avatar says. */
  sentence: Sentence;
  audio: AudioFrame;
  speech: Speech;
  'utterance-end': { readonly utterance: number; readonly sentences: number };
  /** The avatar was cut short; `text` is what was heard of the utterance. */
  interrupted: {
    readonly utterance: number;
    readonly text: string;
    readonly by: 'user' | 'service' | 'drop';
  };
  tag: TagEvent;
  /** An event that webhooks receive too. */
  event: { readonly name: string; readonly details: Readonly<Record<string, unknown>> };
  /** Every frame that is not about the connection itself, as it came. */
  frame: ServerFrame;
  /** How long a ping and its answer took. */
  'round-trip': { readonly ms: number };
  /** Something this client sent was not taken; the session goes on. */
  error: Trouble;
  /** Something the service sent was odd; the session goes on. */
  warning: Trouble;
  end: Ending;
};
