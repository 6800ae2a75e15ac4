import type { FetchLike } from './joining.ts';
import type { MakePlayer } from './playback.ts';
import type { Timers } from './timers.ts';
import type { WebSocketClass } from './web-socket.ts';

export type SessionSecret = { readonly sessionId: string; readonly resume: string };

export type LiveClientOptions = {
  /** Where the service is, such as `https://talk.example.com`. */
  readonly url: string;
  readonly avatarId: string | number;
  /** For a private avatar; it opens one session. */
  readonly token?: string | undefined;
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly customString?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly locale?: string | undefined;
  /** The secret that an earlier `joined` event brought, so that the service knows its visitor again. */
  readonly visitor?: string | undefined;
  /** Continues a session instead of beginning one, as a reloaded page does; from the last `secret` event. */
  readonly continues?: SessionSecret | undefined;

  /** False where a face must load, and a visitor open the conversation, first: see `reportLoad` and `open`. */
  readonly readyAtOnce?: boolean | undefined;
  /** Left out: every sentence counts as heard when it arrives. */
  readonly player?: MakePlayer | undefined;
  /** True where `event` shall tell what webhooks are told: connected, and every message. */
  readonly events?: boolean | undefined;
  /** How long to try to come back after a drop. */
  readonly returnWithinMs?: number | undefined;

  /** The page this client speaks for, where it runs outside a browser; a browser says it itself. */
  readonly origin?: string | undefined;
  readonly fetch?: FetchLike | undefined;
  readonly WebSocket?: WebSocketClass | undefined;
  readonly timers?: Timers | undefined;
  readonly random?: (() => number) | undefined;
};
