import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { type RawData, WebSocketServer } from 'ws';
import { readInput, reportReady } from '../load/child.ts';

/**
 * What the service is measured against: a WebSocket server that POSTs each message and sends back what it is told.
 * No sessions, no checks, no limits, no record. It stays as it is; a change here would make old figures worthless.
 */
export type RelayInput = { readonly endpointUrl: string };
export type RelayReady = { readonly port: number };

const { endpointUrl } = readInput<RelayInput>();
// As many connections as the service keeps to one endpoint.
const pool = new Pool(endpointUrl, { connections: 256 });
const headers = { 'content-type': 'application/json' };
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 4_096 });
server.on('connection', (socket) => {
  socket.on('message', async (data: RawData) => {
    const { body } = await pool.request({ path: '/', method: 'POST', headers, body: data as Buffer });
    socket.send(await body.text());
  });
});
await new Promise((resolve) => server.once('listening', resolve));
await reportReady({ port: (server.address() as AddressInfo).port } satisfies RelayReady);
process.exit(0);
