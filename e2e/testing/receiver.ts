import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A webhook receiver that can be made to fail and to work again. */
export async function startReceiver() {
  const taken: { id: string; name: string }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // This request is a browser that comes back from a consent page.
      if (request.method === 'GET') return response.end('Welcome back');
      const { name } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { name: string };
      if (status < 300) taken.push({ id: String(request.headers['webhook-id']), name });
      response.writeHead(status).end(status < 300 ? 'taken' : 'out of order');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken,
    answerWith(next: number): void {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
