import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest } from '@parley/protocol';
import { reportReady } from '../../../server/src/testing/load/child.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';

/**
 * A customer's endpoint in its own process. Its replies contain the times at which the question arrived and the answer
 * was sent.
 */
export type EndpointReady = { readonly url: string };

const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
  const arrivedAt = nowMicros();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => answer(request, response, Buffer.concat(chunks).toString(), arrivedAt));
});

function answer(_request: IncomingMessage, response: ServerResponse, text: string, arrivedAt: number): void {
  const { action, sessionId } = JSON.parse(text) as GatewayRequest;
  const status = { sessionId, status: 'OK', statusMessage: '' };
  const body = action === 'CHAT' ? { ...status, reply: replyOf(arrivedAt) } : status;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

const replyOf = (arrivedAt: number): string =>
  `Your question came at ${arrivedAt} and my answer left at ${nowMicros()}.`;

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
const { port } = server.address() as AddressInfo;
await reportReady({ url: `http://127.0.0.1:${port}/` } satisfies EndpointReady);
process.exit(0);
