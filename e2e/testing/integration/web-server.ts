import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeHandler, type WebHandler } from '@parley/server/node';

/** Serves a handler of web-standard requests, and notes the statuses of its answers. */
export async function serveHandler(handler: WebHandler) {
  const statuses: number[] = [];
  const noted: WebHandler = async (request) => {
    const response = await handler(request);
    statuses.push(response.status);
    return response;
  };
  const server = createServer(nodeHandler(noted));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    statuses,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
