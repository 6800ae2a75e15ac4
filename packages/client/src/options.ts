import type { Timers } from './connection/timers.ts';
import type { WebSocketClass } from './connection/web-socket.ts';
import type { MakePlayer } from './playback.ts';

export type SessionSecret = { readonly sessionId: string; readonly resume: string };

/** The part of fetch that is used here. */
export type FetchLike = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>;

export type LiveClientOptions = {
  /** The service's address, such as `https://talk.example.com`. */
  readonly url: string;
  readonly avatarId: string | number;
  /** For a private avatar; it opens one session. */
  readonly token?: string | undefined;
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly customString?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly locale?: string | undefined;
  /** The languages that the visitor prefers, best first. With `locale` they choose one of the avatar's. */
  readonly languages?: readonly string[] | undefined;
  /** The visitor's secret from an earlier `joined` event, so that the service recognises the visitor. */
  readonly visitor?: string | undefined;
  /** Continues a session instead of creating one, as a reloaded page does: from the last `secret` event. */
  readonly continues?: SessionSecret | undefined;

  /** False if a face must load and a visitor must open the conversation first: see `reportLoad` and `open`. */
  readonly readyAtOnce?: boolean | undefined;
  /** Without one, every sentence counts as played when it arrives. */
  readonly player?: MakePlayer | undefined;
  /** True to get `event` events like those of webhooks: connected, and every message. */
  readonly events?: boolean | undefined;
  /** How long to try to reconnect after a drop. */
  readonly returnWithinMs?: number | undefined;

  /** The page's origin, for a client outside a browser. A browser sends it itself. */
  readonly origin?: string | undefined;
  readonly fetch?: FetchLike | undefined;
  readonly WebSocket?: WebSocketClass | undefined;
  readonly timers?: Timers | undefined;
  readonly random?: (() => number) | undefined;
};
