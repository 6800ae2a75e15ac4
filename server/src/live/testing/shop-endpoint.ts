import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Session = { userId: string; authToken: string; callbackUrl: string };

export type ShopEndpoint = AsyncDisposable & {
  readonly url: string;
  readonly key: string;
  readonly sessions: Map<string, Session>;
  readonly log: readonly string[];
  /** Sends a callback: a POST to the address that came with LOGIN. */
  push(sessionId: string, message: string): Promise<{ status: number; body: unknown }>;
};

/**
 * An endpoint like one that a shop writes after reading the contract: one handler, sessions in a map, 401 for a session
 * it does not know. It shares no code with the service.
 */
export async function startShopEndpoint(): Promise<ShopEndpoint> {
  const key = 'key-of-the-shop';
  const sessions = new Map<string, Session>();
  const log: string[] = [];

  const handlers: Record<string, (body: Record<string, string>, response: ServerResponse) => void> = {
    LOGIN({ sessionId = '', userId = '', authToken = '', callbackUrl = '' }, response) {
      sessions.set(sessionId, { userId, authToken, callbackUrl });
      json(response, 200, { sessionId, status: 'OK', statusMessage: 'Session created' });
    },
    CHAT({ sessionId = '', message = '' }, response) {
      const session = sessions.get(sessionId);
      if (!session) {
        return json(response, 401, {
          sessionId,
          reply: '',
          status: 'ERROR',
          statusMessage: 'Invalid session',
        });
      }
      json(response, 200, {
        sessionId,
        reply: replyTo(message, session),
        status: 'OK',
        statusMessage: 'Message processed',
      });
    },
    LOGOUT({ sessionId = '' }, response) {
      if (!sessions.delete(sessionId)) {
        return json(response, 401, { sessionId, status: 'ERROR', statusMessage: 'Invalid session' });
      }
      json(response, 200, { sessionId, status: 'OK', statusMessage: 'Session ended' });
    },
  };

  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`) return json(response, 403, { error: 'Forbidden' });
    const body = JSON.parse(await bodyOf(request));
    log.push(`${body.action} ${sessions.has(body.sessionId) ? 'known' : 'unknown'}`);
    const handler = handlers[body.action];
    if (handler === undefined) return json(response, 400, { error: 'Unknown action' });
    handler(body, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avatar/webhook`,
    key,
    sessions,
    log,
    async push(sessionId, message) {
      const { authToken = '', callbackUrl = '' } = sessions.get(sessionId) ?? {};
      const answer = await fetch(callbackUrl, {
        method: 'POST',
        headers: { Authorization: `Bearer ${authToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ sessionId, message }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function replyTo(message: string, { userId }: Session): string {
  if (message === 'search') return '';
  if (message === 'buy') return `Done. <svc-custom-rest-json json='{"order": 17}'/>Thank you!`;
  if (message.startsWith('<cart')) return 'I see your cart.';
  return `${userId}, you said: ${message}.`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
