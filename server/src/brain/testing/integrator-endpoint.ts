import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const apiKey = 'secret-of-the-shop';

type Session = { user: string; authToken: string; callbackUrl: string; questions: string[] };

export type IntegratorEndpoint = AsyncDisposable & {
  readonly url: string;
  readonly key: string;
  readonly sessions: Map<string, Session>;
};

/** An endpoint as a customer writes it after reading the contract: one handler, sessions in a map. */
export async function startIntegratorEndpoint(): Promise<IntegratorEndpoint> {
  const sessions = new Map<string, Session>();

  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return answer(response, 403, { status: 'ERROR', statusMessage: 'Wrong API key' });
    }
    const body = JSON.parse(await textOf(request));
    const { action, sessionId } = body;
    if (action === 'LOGIN') {
      const { userId, authToken, callbackUrl } = body;
      if (userId === 'blocked')
        return answer(response, 200, { sessionId, status: 'BLOCKED', statusMessage: 'Bye' });
      sessions.set(sessionId, { user: userId, authToken, callbackUrl, questions: [] });
      return answer(response, 200, { sessionId, status: 'OK', statusMessage: 'Session created' });
    }
    const session = sessions.get(sessionId);
    if (session === undefined) {
      return answer(response, 401, { sessionId, status: 'ERROR', statusMessage: 'Invalid session' });
    }
    if (action === 'CHAT') {
      session.questions.push(body.message);
      const reply = replyTo(body.message, session);
      return answer(response, 200, { sessionId, reply, status: 'OK', statusMessage: 'Message processed' });
    }
    if (action === 'LOGOUT') {
      sessions.delete(sessionId);
      return answer(response, 200, { sessionId, status: 'OK', statusMessage: 'Session ended' });
    }
    answer(response, 400, { sessionId, status: 'ERROR', statusMessage: 'Unknown action' });
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/avatar`,
    key: apiKey,
    sessions,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function replyTo(message: string, session: Session): string {
  if (message === 'wait') return '';
  if (message === 'order') return `Your order. <svc-custom-order json='{"id": 5}'/>`;
  return `${session.user} said ${message}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
