import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Heard = Readonly<Record<string, string>> & {
  readonly action: string;
  readonly sessionId: string;
};

/** A typical endpoint of a company: sessions in a map, a switch over the action. */
export async function startCustomer(reply: (message: string) => string) {
  const heard: Heard[] = [];
  const logins = new Map<string, Heard>();
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as Heard;
    heard.push(body);
    const { action, sessionId } = body;
    if (action === 'LOGIN') logins.set(sessionId, body);
    if (!logins.has(sessionId)) {
      response
        .writeHead(401)
        .end(JSON.stringify({ sessionId, status: 'ERROR', statusMessage: 'Unknown session' }));
      return;
    }
    if (action === 'LOGOUT') logins.delete(sessionId);
    const answer = action === 'CHAT' ? { reply: reply(body.message ?? '') } : {};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ sessionId, ...answer, status: 'OK', statusMessage: '' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avatar`,
    heard,
    /** Sends a callback to the only user. */
    async callBack(message: string): Promise<number> {
      const [login] = logins.values();
      const response = await fetch(login?.callbackUrl ?? '', {
        method: 'POST',
        headers: { authorization: `Bearer ${login?.authToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: login?.sessionId, message }),
      });
      return response.status;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
