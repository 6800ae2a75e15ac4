import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest } from '@parley/protocol';
import { answerTo } from './answers.ts';

const maxBodyBytes = 256 * 1024;

/**
 * A customer's endpoint as small as it can be, for the demo avatar: it keeps its sessions in a map, answers LOGIN,
 * CHAT and LOGOUT, and does not know a session that did not log in. It lives on loopback, at `lastUrl` if that is free.
 */
export async function startDemoEndpoint(
  lastUrl: string | null = null,
): Promise<AsyncDisposable & { readonly url: string }> {
  const sessions = new Map<string, { userId: string; questions: number }>();

  const answer = (request: GatewayRequest) => {
    const { sessionId } = request;
    const session = sessions.get(sessionId);
    if (request.action === 'LOGIN') {
      sessions.set(sessionId, { userId: request.userId, questions: 0 });
      return { code: 200, body: { sessionId, status: 'OK', statusMessage: 'Welcome' } };
    }
    if (session === undefined) {
      return { code: 401, body: { sessionId, status: 'ERROR', statusMessage: 'Unknown session' } };
    }
    if (request.action === 'LOGOUT') {
      sessions.delete(sessionId);
      return { code: 200, body: { sessionId, status: 'OK', statusMessage: 'Goodbye' } };
    }
    session.questions += 1;
    const reply = answerTo(request.message, session.questions);
    return { code: 200, body: { sessionId, reply, status: 'OK', statusMessage: '' } };
  };

  const server = createServer((request, response) => void serve(request, response, answer));
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve(void server.off('error', reject)));
    });
  await listen(lastUrl === null ? 0 : Number(new URL(lastUrl).port)).catch(() => listen(0));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: GatewayRequest) => { code: number; body: object },
): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      response.writeHead(413).end();
      return;
    }
    chunks.push(chunk);
  }
  const { code, body } = read(Buffer.concat(chunks).toString('utf8'), answer);
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function read(text: string, answer: (request: GatewayRequest) => { code: number; body: object }) {
  try {
    return answer(JSON.parse(text) as GatewayRequest);
  } catch {
    return { code: 400, body: { sessionId: '', status: 'ERROR', statusMessage: 'Not JSON' } };
  }
}
