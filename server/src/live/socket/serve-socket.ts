import type { Duplex } from 'node:stream';
import { closeCodes, decodeMicrophoneFrame } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import { contained, type Log } from '../../kernel/index.ts';
import type { ClientSocket } from '../session/client/socket-link.ts';
import type { LiveSession } from '../session/live-session.ts';
import { gatherWrites } from './gather-writes.ts';
import { handleFrame } from './handle-frame.ts';
import { type HelloDeps, handleHello } from './handle-hello.ts';
import { VisitorSound } from './visitor-sound.ts';

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

/**
 * Serves one socket on its stream: its hello, and then the frames for its session. Whatever fails ends this socket only;
 * its client can come back.
 */
export function serveSocket(ws: WebSocket, stream: Duplex, deps: HelloDeps, log: Log): void {
  const socket = new ServedSocket(ws, gatherWrites(stream), deps, log);
  const fail = (error: unknown) => socket.fail(error);
  const handleMessage = (data: RawData, isBinary: boolean) => socket.handleMessage(data as Buffer, isBinary);
  ws.on('message', contained(handleMessage, fail));
  ws.on(
    'pong',
    contained(() => socket.handlePong(), fail),
  );
  ws.on(
    'close',
    contained(() => socket.handleClose(), fail),
  );
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
  #sound: VisitorSound | null = null;
  #hasFailed = false;

  constructor(ws: WebSocket, gather: () => void, deps: HelloDeps, log: Log) {
    this.#ws = ws;
    this.#gather = gather;
    this.#deps = deps;
    this.#log = log;
    this.#helloTimer = setTimeout(() => ws.close(closeCodes.refused, 'no hello came in time'), helloWithinMs);
  }

  handleMessage(data: Buffer, isBinary: boolean): unknown {
    // Until the client answers the close frame, what it sends still arrives.
    if (this.#hasFailed) return;
    this.#deps.handleMessage();
    if (isBinary) return this.#takeSound(data);
    const text = data.toString('utf8');
    const state = this.#state;
    if (state.kind === 'no-hello') return this.#join(text);
    if (state.kind === 'joined') return this.#take(text);
    if (state.kind === 'joining' && state.earlyFrames.push(text) > maxEarlyFrames) {
      this.close(closeCodes.refused, 'wait for the welcome');
    }
  }

  handlePong(): void {
    this.#session()?.timers.notePong();
  }

  handleClose(): unknown {
    this.#stopHelloTimer();
    this.#sound?.[Symbol.dispose]();
    return this.#state.kind === 'joined' ? this.#state.session.lose(this) : null;
  }

  /** Closes the socket after an error of our own. The session goes on without it. */
  fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const sessionId = this.#state.kind === 'joined' ? this.#state.session.identity.id : null;
    this.#log.error({ err: error, sessionId }, 'a socket failed and is closed');
    this.close(closeCodes.failed, 'internal error');
    // A hello that failed has left it paused, and the client's close frame must be read.
    this.#ws.resume();
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

  #take(text: string): unknown {
    const attached = this.#session();
    return attached === null ? null : handleFrame(attached, text);
  }

  #takeSound(data: Buffer): void {
    const session = this.#session();
    if (session === null) return;
    session.handleFrame();
    const frame = decodeMicrophoneFrame(data);
    if (frame === null) return;
    this.#sound ??= new VisitorSound(session, this.#deps.openTurn, this.#log);
    this.#sound.handleFrame(frame);
  }

  async #join(hello: string): Promise<void> {
    const earlyFrames: string[] = [];
    this.#state = { kind: 'joining', earlyFrames };
    this.#stopHelloTimer();
    this.#ws.pause();
    const joined = await handleHello(hello, this, this.#deps);
    this.#state = joined === null ? { kind: 'refused' } : { kind: 'joined', session: joined };
    this.#ws.resume();
    // The socket may have closed while the join was being stored.
    if (this.#ws.readyState !== this.#ws.OPEN) await joined?.lose(this);
    await Promise.all(earlyFrames.map((text) => this.#take(text)));
  }

  #stopHelloTimer(): void {
    if (this.#helloTimer !== null) clearTimeout(this.#helloTimer);
    this.#helloTimer = null;
  }
}
