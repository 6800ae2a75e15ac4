import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SiteFile = {
  readonly type: string;
  readonly body: string;
  /** The Content-Security-Policy of the page. */
  readonly policy?: string;
};

/** A customer's own web site: another origin than the service's. */
export async function startSite(files: Readonly<Record<string, string | SiteFile>>) {
  const server = createServer((request, response) => {
    const found = files[(request.url ?? '/').split('?')[0] ?? '/'];
    const file: SiteFile | undefined = typeof found === 'string' ? { type: 'text/html', body: found } : found;
    if (file === undefined) {
      response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    if (file.policy !== undefined) response.setHeader('content-security-policy', file.policy);
    response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
