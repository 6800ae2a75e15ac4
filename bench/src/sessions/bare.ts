import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { bytesInUse } from '../../../server/src/testing/load/bytes-in-use.ts';
import { reportReady } from '../../../server/src/testing/load/child.ts';

/** The baseline for the memory of a session: a WebSocket server that answers every message and keeps nothing. */
export type BareReady = { readonly port: number };

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  backlog: 4_096,
  perMessageDeflate: false,
  clientTracking: false,
});
server.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"type":"pong"}'));
});
await new Promise((resolve) => server.once('listening', resolve));
await reportReady({ port: (server.address() as AddressInfo).port } satisfies BareReady, {
  memory: bytesInUse,
});
process.exit(0);
