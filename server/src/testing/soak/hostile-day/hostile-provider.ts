import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const floodBytes = Buffer.alloc(65_536, 1);

/** The model, voice and webhook of the hostile account. */
export async function startHostileProvider(): Promise<AsyncDisposable & { readonly url: string }> {
  let number = 0;
  const server = createServer((request, response) => {
    request.on('error', () => {}).resume();
    response.on('error', () => {});
    number += 1;
    const path = request.url ?? '';
    if (path.includes('/audio/speech')) flood(response, 'audio/pcm');
    else if (path.includes('/completions')) answerAsModel(response, number);
    // A webhook that never answers.
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends without end, as fast as the client reads. */
function flood(response: ServerResponse, type: string, bytes: Buffer = floodBytes): void {
  response.writeHead(200, { 'content-type': type });
  const more = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}

function answerAsModel(response: ServerResponse, number: number): void {
  const words = JSON.stringify({ choices: [{ delta: { content: 'Once upon a time. ' } }] });
  if (number % 4 === 0) return flood(response, 'text/event-stream', Buffer.from('x'.repeat(65_536)));
  if (number % 4 === 1) return flood(response, 'text/event-stream', Buffer.from(`data: ${words}\n\n`));
  if (number % 4 === 2) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${words}\n\n`);
    return;
  }
  response.socket?.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000));
}
