import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeCodes, maxFrameBytes, type ServerFrame, wireVersions } from '@parley/protocol';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../kernel/index.ts';
import { takeFrame } from './frame-intake.ts';
import { readFrame } from './frame-reader.ts';
import { newSecret, secretHash } from './secrets.ts';
import type { LiveSession } from './session.ts';
import type { ClientSocket } from './session-context.ts';
import type { Sessions } from './sessions.ts';

const livePath = '/client/live';
const helloWithinMs = 10_000;

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
    send: (text) => {
      if (ws.readyState === ws.OPEN) ws.send(text);
    },
    close: (code, reason) => ws.close(code, reason),
  };
  let session: LiveSession | null = null;
  let greeted = false;
  const patience = setTimeout(() => ws.close(closeCodes.refused, 'no hello came in time'), helloWithinMs);

  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) return;
    const text = (data as Buffer).toString('utf8');
    if (session !== null) {
      if (!session.ended) takeFrame(session, text);
      return;
    }
    if (greeted) return;
    greeted = true;
    clearTimeout(patience);
    ws.pause();
    greet(text, socket, sessions)
      .then((joined) => {
        session = joined;
        ws.resume();
        // The socket may have closed while the join was being written.
        if (ws.readyState !== ws.OPEN) void joined?.lose(socket);
        else void joined?.begin();
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a client could not join');
        ws.close(1011, 'internal error');
      });
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
    const spoken = wireVersions.join(', ');
    return refuse(
      socket,
      'unsupported_version',
      `This service speaks version ${spoken}.`,
      closeCodes.unsupported,
    );
  }
  const session = sessions.get(sessionId);
  if (session === undefined)
    return refuse(socket, 'session_ended', 'This session has ended.', closeCodes.ended);
  const resumed = resume !== undefined && session.isResumeHash(secretHash(resume));
  const fresh =
    ticket !== undefined && session.ticketHash !== null && secretHash(ticket) === session.ticketHash;
  if (!resumed && !fresh) return refuse(socket, 'bad_ticket', 'The ticket or resume secret does not hold.');

  const nextSecret = newSecret();
  const status = session.state().avatarStatus ?? 'UNLOADED';
  if (!(await session.join(socket, secretHash(nextSecret)))) return null;
  send(socket, {
    type: 'welcome',
    version,
    sessionId,
    resume: nextSecret,
    resumed: !fresh,
    status,
    maxSessionDuration: session.identity.maxDurationSeconds,
  });
  return session;
}

function send(socket: ClientSocket, frame: ServerFrame): void {
  socket.send(JSON.stringify(frame));
}

function refuse(
  socket: ClientSocket,
  code: string,
  message: string,
  closeCode: number = closeCodes.refused,
): null {
  send(socket, { type: 'error', code, message });
  socket.close(closeCode, code);
  return null;
}
