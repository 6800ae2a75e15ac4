import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setPriority } from 'node:os';
import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';

/** A brain that misbehaves in CHAT, by its path: `/hanging`, `/crashing` or `/flooding`. */
export type BadShadowReady = { readonly url: string };

const chunk = `: ${'x'.repeat(16_000)}\n\n`;

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const pump = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pump);
  pump();
}

readInput();
// A shadow runs on a machine of its own. Here it must not take the service's processors.
setPriority(19);
const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (part: Buffer) => chunks.push(part));
  request.on('end', () => {
    const { action, sessionId } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    if (action !== 'CHAT') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ sessionId, status: 'OK', statusMessage: '' }));
    }
    if (request.url === '/crashing') return response.destroy();
    if (request.url === '/flooding') flood(response);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
const { port } = server.address() as AddressInfo;
await reportReady({ url: `http://127.0.0.1:${port}` } satisfies BadShadowReady);
process.exit(0);
