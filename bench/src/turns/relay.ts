import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { type RawData, WebSocketServer } from 'ws';
import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';

/**
 * The baseline for the service: a WebSocket server that POSTs each message to the endpoint with undici, in the
 * endpoint's format, and sends back the reply. No joining, no checks, no limits, no order, no record. Do not change it:
 * old figures would become worthless.
 */
export type RelayInput = { readonly endpointUrl: string };
export type RelayReady = { readonly port: number };

const { endpointUrl } = readInput<RelayInput>();
const headers = { 'content-type': 'application/json' };
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 4_096 });
server.on('connection', (socket) => {
  const sessionId = randomUUID();
  socket.on('message', async (data: RawData) => {
    const body = JSON.stringify({ action: 'CHAT', sessionId, message: String(data) });
    const answer = await request(endpointUrl, { method: 'POST', headers, body });
    const { reply } = (await answer.body.json()) as { reply: string };
    socket.send(reply);
  });
});
await new Promise((resolve) => server.once('listening', resolve));
await reportReady({ port: (server.address() as AddressInfo).port } satisfies RelayReady);
process.exit(0);
