import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeCodes, maxFrameBytes, type ServerFrame, wireVersions } from '@parley/protocol';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../../kernel/index.ts';
import { newSecret, secretHash } from '../identity/secrets.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { ClientSocket } from '../session/session-deps.ts';
import type { Sessions } from '../session/sessions.ts';
import { readFrame } from './frame-reader.ts';
import { takeFrame } from './handle-frame.ts';

const livePath = '/client/live';
const helloWithinMs = 10_000;
/** What a client may leave unread before it counts as gone; the longest reply fits many times. */
const maxUnreadBytes = 4 * 1024 * 1024;
/** Frames that follow the hello in the same breath wait for the welcome. */
const maxEarlyFrames = 20;

/** Takes the sockets of clients at their path; everything else that wants to upgrade is turned away. */
export function acceptSockets(needs: {
  server: Server;
  sessions: Sessions;
  hostAllowed(host: string | undefined): boolean;
  log: Log;
}): Disposable {
  const { server, sessions, hostAllowed, log } = needs;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Nobody else listens from here on, and an error that nobody hears ends the process.
    socket.on('error', (error) => log.debug({ reason: error.message }, 'a connection broke'));
    const path = request.url?.split('?')[0];
    if (path !== livePath) return turnAway(socket, '404 Not Found');
    if (!hostAllowed(request.headers.host)) return turnAway(socket, '421 Misdirected Request');
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, sessions, log));
  };
  server.on('upgrade', upgrade);
  return {
    [Symbol.dispose]() {
      server.off('upgrade', upgrade);
      sockets.close();
    },
  };
}

function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** The life of one socket: a hello, then the frames of the session that it belongs to. */
function serve(ws: WebSocket, sessions: Sessions, log: Log): void {
  const socket: ClientSocket = {
    send: (data) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > maxUnreadBytes) return ws.terminate();
      ws.send(data);
    },
    ping: () => {
      if (ws.readyState === ws.OPEN) ws.ping();
    },
    close: (code, reason) => ws.close(code, reason),
  };
  let session: LiveSession | null = null;
  let early: string[] | null = null;
  const patience = setTimeout(() => ws.close(closeCodes.refused, 'no hello came in time'), helloWithinMs);

  const take = (text: string) => {
    if (session?.listensTo(socket)) takeFrame(session, text);
  };
  const greeted = (joined: LiveSession | null) => {
    session = joined;
    ws.resume();
    // The socket may have closed while the join was being written.
    if (ws.readyState !== ws.OPEN) void joined?.lose(socket);
    for (const text of early ?? []) take(text);
    early = null;
  };

  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) {
      if (session?.listensTo(socket)) session.touch();
      return;
    }
    const text = (data as Buffer).toString('utf8');
    if (session !== null) return take(text);
    if (early !== null) {
      if (early.push(text) > maxEarlyFrames) ws.close(closeCodes.refused, 'wait for the welcome');
      return;
    }
    early = [];
    clearTimeout(patience);
    ws.pause();
    greet(text, socket, sessions)
      .then(greeted)
      .catch((error: unknown) => {
        log.error({ err: error }, 'a client could not join');
        ws.close(1011, 'internal error');
      });
  });
  ws.on('pong', () => {
    if (session?.listensTo(socket)) session.seen();
  });
  ws.on('close', () => {
    clearTimeout(patience);
    void session?.lose(socket);
  });
  // A broken socket is followed by its close, which is what counts.
  ws.on('error', (error) => log.debug({ reason: error.message }, 'a socket broke'));
}

/** Checks the hello and joins; null where the client was refused. */
async function greet(text: string, socket: ClientSocket, sessions: Sessions): Promise<LiveSession | null> {
  const read = readFrame(text);
  if (!read.ok || read.frame.type !== 'hello')
    return refuse(socket, 'bad_hello', 'The first frame must be hello.');
  const { versions, sessionId, ticket, resume } = read.frame;
  const version = wireVersions.findLast((known) => versions.includes(known));
  if (version === undefined) {
    const message = `This service speaks version ${wireVersions.join(', ')}.`;
    return refuse(socket, 'unsupported_version', message, closeCodes.unsupported);
  }
  const session = sessions.get(sessionId);
  if (session === undefined)
    return refuse(socket, 'session_ended', 'This session has ended.', closeCodes.ended);
  const usedHash = hashOf(resume);
  const admitted = session.admits(hashOf(ticket), usedHash);
  if (admitted === null) return refuse(socket, 'bad_ticket', 'The ticket or resume secret does not hold.');

  const nextSecret = newSecret();
  const resumed = admitted === 'resumed';
  if (!(await session.join(socket, resumed ? usedHash : null, secretHash(nextSecret)))) return null;
  session.begin(socket, { version, resume: nextSecret, resumed, wants: read.frame });
  return session;
}

const hashOf = (secret: string | undefined): string | null =>
  secret === undefined ? null : secretHash(secret);

function refuse(
  socket: ClientSocket,
  code: string,
  message: string,
  closeCode: number = closeCodes.refused,
): null {
  const frame: ServerFrame = { type: 'error', code, message };
  socket.send(JSON.stringify(frame));
  socket.close(closeCode, code);
  return null;
}
