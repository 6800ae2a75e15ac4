import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest } from '@parley/protocol';
import { readInput, reportReady } from './child.ts';

/** An endpoint that serves one CHAT after another, so many a second, and lets the others wait. */
export type ThrottledInput = { readonly turnsPerSecond: number };
export type ThrottledReady = { readonly url: string };

const { turnsPerSecond } = readInput<ThrottledInput>();
/** When the last CHAT in the queue will have been served. */
let servedAtMs = 0;

const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { action, sessionId } = JSON.parse(Buffer.concat(chunks).toString()) as GatewayRequest;
    const status = { sessionId, status: 'OK', statusMessage: '' };
    const bytes = Buffer.from(
      JSON.stringify(action === 'CHAT' ? { ...status, reply: 'Yes, we do.' } : status),
    );
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    };
    if (action !== 'CHAT') return answer();
    const nowMs = performance.now();
    servedAtMs = Math.max(servedAtMs, nowMs) + 1000 / turnsPerSecond;
    setTimeout(answer, servedAtMs - nowMs);
  });
});

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
const { port } = server.address() as AddressInfo;
await reportReady({ url: `http://127.0.0.1:${port}/` } satisfies ThrottledReady);
process.exit(0);
