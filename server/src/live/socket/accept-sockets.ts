import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { maxFrameBytes } from '@parley/protocol';
import { WebSocketServer } from 'ws';
import type { Log } from '../../kernel/index.ts';
import type { Sessions } from '../session/sessions.ts';
import { serveSocket } from './serve-socket.ts';

const livePath = '/client/live';

export type AcceptDeps = {
  readonly server: Server;
  readonly sessions: Sessions;
  hostAllowed(host: string | undefined): boolean;
  readonly log: Log;
};

/** Accepts the WebSockets of clients at their path. All other upgrades are refused. */
export function acceptSockets({ server, sessions, hostAllowed, log }: AcceptDeps): Disposable {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // An 'error' event without a listener would end the process.
    socket.on('error', (error) => log.debug({ reason: error.message }, 'a connection failed'));
    const path = request.url?.split('?')[0];
    if (path !== livePath) return refuse(socket, '404 Not Found');
    if (!hostAllowed(request.headers.host)) return refuse(socket, '421 Misdirected Request');
    sockets.handleUpgrade(request, socket, head, (ws) => serveSocket(ws, sessions, log));
  };
  server.on('upgrade', upgrade);
  return {
    [Symbol.dispose]() {
      server.off('upgrade', upgrade);
      sockets.close();
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
