import { closeCodes } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import type { Log } from '../../kernel/index.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { Sessions } from '../session/sessions.ts';
import type { ClientSocket } from '../session/socket-link.ts';
import { handleFrame } from './handle-frame.ts';
import { handleHello } from './handle-hello.ts';

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

/** Serves one socket: its hello, and then the frames for its session. */
export function serveSocket(ws: WebSocket, sessions: Sessions, log: Log): void {
  const socket = clientSocket(ws);
  let state: State = { kind: 'no-hello' };
  const helloTimer = setTimeout(() => ws.close(closeCodes.refused, 'no hello came in time'), helloWithinMs);

  /** Null if the socket is not attached to a session, or was replaced. */
  const session = (): LiveSession | null =>
    state.kind === 'joined' && state.session.isAttachedTo(socket) ? state.session : null;
  const take = (text: string) => {
    const attached = session();
    if (attached !== null) handleFrame(attached, text);
  };
  const handleJoined = (joined: LiveSession | null, earlyFrames: readonly string[]) => {
    state = joined === null ? { kind: 'refused' } : { kind: 'joined', session: joined };
    ws.resume();
    // The socket may have closed while the join was being stored.
    if (ws.readyState !== ws.OPEN) void joined?.lose(socket);
    for (const text of earlyFrames) take(text);
  };
  const join = (hello: string) => {
    const earlyFrames: string[] = [];
    state = { kind: 'joining', earlyFrames };
    clearTimeout(helloTimer);
    ws.pause();
    handleHello(hello, socket, sessions)
      .then((joined) => handleJoined(joined, earlyFrames))
      .catch((error: unknown) => {
        log.error({ err: error }, 'a client could not join');
        ws.close(1011, 'internal error');
      });
  };

  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) return session()?.handleFrame();
    const text = (data as Buffer).toString('utf8');
    if (state.kind === 'no-hello') return join(text);
    if (state.kind === 'joined') return take(text);
    if (state.kind === 'joining' && state.earlyFrames.push(text) > maxEarlyFrames) {
      ws.close(closeCodes.refused, 'wait for the welcome');
    }
  });
  ws.on('pong', () => session()?.handlePong());
  ws.on('close', () => {
    clearTimeout(helloTimer);
    if (state.kind === 'joined') void state.session.lose(socket);
  });
  // A 'close' event follows and does the rest.
  ws.on('error', (error) => log.debug({ reason: error.message }, 'a socket failed'));
}

function clientSocket(ws: WebSocket): ClientSocket {
  return {
    send(data) {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > maxUnreadBytes) return ws.terminate();
      ws.send(data);
    },
    ping() {
      if (ws.readyState === ws.OPEN) ws.ping();
    },
    close: (code, reason) => ws.close(code, reason),
  };
}
