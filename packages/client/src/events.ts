import type { AvatarStatus, ServerFrame } from '@parley/protocol';
import type { ConnectionChange, Ending } from './connection/link.ts';
import type { Joined } from './joining.ts';
import type { SessionSecret } from './options.ts';
import type { Sentence } from './playback.ts';
import type { TagEvent } from './tag-event.ts';

export type ErrorInfo = { readonly code: string; readonly message: string };

/** The events of a client. */
export type LiveEvents = {
  /** The service has created a session. Store `visitor` for the next one. */
  joined: Omit<Joined, 'ticket'>;
  /** With this another client, such as a reloaded page, can continue the session. It changes with every socket. */
  secret: SessionSecret;
  connection: ConnectionChange;
  status: { readonly status: AvatarStatus; readonly previous: AvatarStatus };
  /** One sentence that the avatar says. */
  sentence: Sentence;
  'utterance-end': { readonly utterance: number; readonly sentences: number };
  /** The avatar was interrupted. `text` is what was heard of the utterance. */
  interrupted: {
    readonly utterance: number;
    readonly text: string;
    readonly by: 'user' | 'service' | 'drop';
  };
  tag: TagEvent;
  /** A person answers in place of the avatar, or no longer does. A lost connection ends it until it is back. */
  person: { readonly answering: boolean };
  /** An event that webhooks receive too. */
  event: { readonly name: string; readonly details: Readonly<Record<string, unknown>> };
  /** Every frame that is not about the connection itself. */
  frame: ServerFrame;
  /** How long a ping and its answer took. */
  'round-trip': { readonly ms: number };
  /** Something that this client sent was refused. The session goes on. */
  error: ErrorInfo;
  /** Something that the service sent could not be used. The session goes on. */
  warning: ErrorInfo;
  end: Ending;
};
