import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest, LoginRequest } from '@parley/protocol';
import { contained } from '../kernel/index.ts';
import { postCallback } from './callback.ts';
import { DemoConversation } from './conversation.ts';
import { prepareFinder } from './understanding.ts';

const maxBodyBytes = 256 * 1024;
/** Long enough for the visitor to notice that the message comes without a question. */
const defaultCallbackAfterMs = 8_000;

type Answer = { readonly code: number; readonly body: object };
type DemoSession = { readonly login: LoginRequest; readonly conversation: DemoConversation };

export type DemoEndpointOptions = {
  /** Its address last time. It listens there again if the port is free. */
  readonly lastUrl?: string | null;
  readonly callbackAfterMs?: number;
};

/**
 * A customer's endpoint for the demo avatar, on loopback. It keeps its sessions in a map, answers LOGIN, CHAT and
 * LOGOUT, and does not know a session that did not log in. It knows about the service only what every endpoint knows.
 */
export async function startDemoEndpoint({
  lastUrl = null,
  callbackAfterMs = defaultCallbackAfterMs,
}: DemoEndpointOptions = {}): Promise<AsyncDisposable & { readonly url: string }> {
  const sessions = new Map<string, DemoSession>();
  const timers = new Set<NodeJS.Timeout>();

  const callBackLater = (login: LoginRequest, message: string) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (sessions.has(login.sessionId)) postCallback(login, message);
    }, callbackAfterMs).unref();
    timers.add(timer);
  };

  const answer = async (request: GatewayRequest): Promise<Answer> => {
    const { sessionId } = request;
    if (request.action === 'LOGIN') {
      await prepareFinder();
      sessions.set(sessionId, { login: request, conversation: new DemoConversation() });
      return { code: 200, body: { sessionId, status: 'OK', statusMessage: 'Welcome' } };
    }
    const session = sessions.get(sessionId);
    if (session === undefined) {
      return { code: 401, body: { sessionId, status: 'ERROR', statusMessage: 'Unknown session' } };
    }
    if (request.action === 'LOGOUT') {
      sessions.delete(sessionId);
      return { code: 200, body: { sessionId, status: 'OK', statusMessage: 'Goodbye' } };
    }
    if (request.action !== 'CHAT' || typeof request.message !== 'string')
      return badRequest(sessionId, 'Unknown action');
    const { text, later } = session.conversation.answer(request.message, request.heard);
    if (later !== undefined) callBackLater(session.login, later);
    return { code: 200, body: { sessionId, reply: text, status: 'OK', statusMessage: '' } };
  };

  // The client may leave in the middle, or send a body that is no request.
  const listener = contained(
    (request: IncomingMessage, response: ServerResponse) => serve(request, response, answer),
    (_error, _request, response) => response.destroy(),
  );
  const server = createServer(listener);
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
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: GatewayRequest) => Promise<Answer>,
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
  const { code, body } = await read(Buffer.concat(chunks).toString('utf8'), answer);
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function read(text: string, answer: (request: GatewayRequest) => Promise<Answer>): Promise<Answer> {
  let request: GatewayRequest;
  try {
    request = JSON.parse(text) as GatewayRequest;
  } catch {
    return badRequest('', 'Not JSON');
  }
  return answer(request);
}

const badRequest = (sessionId: string, statusMessage: string): Answer => ({
  code: 400,
  body: { sessionId, status: 'ERROR', statusMessage },
});
