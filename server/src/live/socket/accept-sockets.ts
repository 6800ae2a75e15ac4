import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { maxFrameBytes } from '@parley/protocol';
import { WebSocketServer } from 'ws';
import { contained, type Log } from '../../kernel/index.ts';
import type { HelloDeps } from './handle-hello.ts';
import { serveSocket } from './serve-socket.ts';

const livePath = '/client/live';
/** How long a client has for its part of the closing handshake. */
const closeTimeoutMs = 5_000;

export type AcceptDeps = {
  readonly server: Server;
  readonly deps: HelloDeps;
  readonly log: Log;
};

/** Whether a request asks for the WebSocket of a live session. */
export const isLiveUpgrade = ({ method, url, headers: { upgrade } }: IncomingMessage): boolean =>
  method === 'GET' && url?.split('?')[0] === livePath && upgrade?.toLowerCase() === 'websocket';

/** Accepts the WebSockets of clients. The server passes on only requests that ask for one. */
export function acceptSockets({ server, deps, log }: AcceptDeps): Disposable {
  // A variable, because the types of ws do not know closeTimeout yet.
  const options = {
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
    closeTimeout: closeTimeoutMs,
  };
  const sockets = new WebSocketServer(options);

  // An 'error' event without a listener would end the process.
  const logFailure = (error: Error) => log.debug({ reason: error.message }, 'a connection failed');
  const upgrade = contained(
    (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', logFailure);
      sockets.handleUpgrade(request, socket, head, (ws) => serveSocket(ws, socket, deps, log));
    },
    (error, _request, socket) => {
      log.error({ err: error }, 'could not open a WebSocket');
      socket.destroy();
    },
  );
  server.on('upgrade', upgrade);
  return {
    [Symbol.dispose]() {
      server.off('upgrade', upgrade);
      sockets.close();
    },
  };
}
