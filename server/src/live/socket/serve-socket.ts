import type { Duplex } from 'node:stream';
import { closeCodes } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import type { Log } from '../../kernel/index.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { ClientSocket } from '../session/socket-link.ts';
import { gatherWrites } from './gather-writes.ts';
import { handleFrame } from './handle-frame.ts';
import { type HelloDeps, handleHello } from './handle-hello.ts';

const helloWithinMs = 10_000;
/** A client that leaves more than this unread counts as gone. The longest reply fits many times. */
const maxUnreadBytes = 4 * 1024 * 1024;
/** How many frames a client may send before its welcome. */
const maxEarlyFrames = 20;

type State =
  | { readonly kind: 'no-hello' }
  /** The hello is being checked. Frames that follow it wait for the welcome. */
  | { readonly kind: 'joining'; readonly earlyFrames: string[] }
  | { readonly kind: 'joined'; readonly session: LiveSession }
  | { readonly kind: 'refused' };

/** Serves one socket on its stream: its hello, and then the frames for its session. */
export function serveSocket(ws: WebSocket, stream: Duplex, deps: HelloDeps, log: Log): void {
  const socket = new ServedSocket(ws, gatherWrites(stream), deps, log);
  ws.on('message', (data: RawData, isBinary: boolean) => socket.handleMessage(data as Buffer, isBinary));
  ws.on('pong', () => socket.handlePong());
  ws.on('close', () => socket.handleClose());
  // A 'close' event follows and does the rest.
  ws.on('error', (error) => log.debug({ reason: error.message }, 'a socket failed'));
}

class ServedSocket implements ClientSocket {
  readonly #ws: WebSocket;
  readonly #gather: () => void;
  readonly #deps: HelloDeps;
  readonly #log: Log;
  #state: State = { kind: 'no-hello' };
  #helloTimer: NodeJS.Timeout | null;

  constructor(ws: WebSocket, gather: () => void, deps: HelloDeps, log: Log) {
    this.#ws = ws;
    this.#gather = gather;
    this.#deps = deps;
    this.#log = log;
    this.#helloTimer = setTimeout(() => ws.close(closeCodes.refused, 'no hello came in time'), helloWithinMs);
  }

  handleMessage(data: Buffer, isBinary: boolean): void {
    this.#deps.handleMessage?.();
    if (isBinary) return this.#session()?.handleFrame();
    const text = data.toString('utf8');
    const state = this.#state;
    if (state.kind === 'no-hello') return this.#join(text);
    if (state.kind === 'joined') return this.#take(text);
    if (state.kind === 'joining' && state.earlyFrames.push(text) > maxEarlyFrames) {
      this.close(closeCodes.refused, 'wait for the welcome');
    }
  }

  handlePong(): void {
    this.#session()?.handlePong();
  }

  handleClose(): void {
    this.#stopHelloTimer();
    if (this.#state.kind === 'joined') void this.#state.session.lose(this);
  }

  send(data: string | Uint8Array): void {
    const ws = this.#ws;
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > maxUnreadBytes) return ws.terminate();
    this.#gather();
    ws.send(data);
  }

  ping(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Null if the socket is not attached to a session, or was replaced. */
  #session(): LiveSession | null {
    return this.#state.kind === 'joined' && this.#state.session.isAttachedTo(this)
      ? this.#state.session
      : null;
  }

  #take(text: string): void {
    const attached = this.#session();
    if (attached !== null) handleFrame(attached, text);
  }

  #join(hello: string): void {
    const earlyFrames: string[] = [];
    this.#state = { kind: 'joining', earlyFrames };
    this.#stopHelloTimer();
    this.#ws.pause();
    handleHello(hello, this, this.#deps)
      .then((joined) => this.#handleJoined(joined, earlyFrames))
      .catch((error: unknown) => {
        this.#log.error({ err: error }, 'could not let a client join');
        this.close(1011, 'internal error');
      });
  }

  #handleJoined(joined: LiveSession | null, earlyFrames: readonly string[]): void {
    this.#state = joined === null ? { kind: 'refused' } : { kind: 'joined', session: joined };
    this.#ws.resume();
    // The socket may have closed while the join was being stored.
    if (this.#ws.readyState !== this.#ws.OPEN) void joined?.lose(this);
    for (const text of earlyFrames) this.#take(text);
  }

  #stopHelloTimer(): void {
    if (this.#helloTimer !== null) clearTimeout(this.#helloTimer);
    this.#helloTimer = null;
  }
}
