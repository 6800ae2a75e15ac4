import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ChatRequest, GatewayRequest, LoginRequest } from '@parley/protocol';
import { until } from './until.ts';

export type Received = {
  readonly body: GatewayRequest;
  /** The body as it came. */
  readonly raw: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  /** Whether the service may have aborted the request. If its connection was used again, it did not. */
  readonly mayBeCalledOff: boolean;
  /** Whether an answer with status OK was sent while the request was open. */
  acknowledged: boolean;
  /** Answers as the contract says, with these changes. */
  ok(changes?: Readonly<Record<string, unknown>>): void;
  answer(status: number, body: unknown): void;
};

export type Answering = (received: Received) => unknown;

export type ScriptedEndpoint = AsyncDisposable & {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it handles each action. A test may change this at any time. */
  readonly script: { LOGIN: Answering; CHAT: Answering; LOGOUT: Answering };
  /** The actions that came for a session, in order. */
  actions(sessionId: string): string[];
  of(sessionId: string, action?: GatewayRequest['action']): Received[];
  login(sessionId: string): LoginRequest;
  chats(sessionId: string): string[];
  /** The next request that no earlier call has taken. */
  next(action: GatewayRequest['action'], sessionId: string): Promise<Received>;
};

/** A customer's endpoint that does what the test says. By default it accepts everything and repeats each message. */
export async function startEndpoint(
  script: Partial<ScriptedEndpoint['script']> = {},
): Promise<ScriptedEndpoint> {
  const received: Received[] = [];
  const taken = new Set<Received>();
  const lastOn = new WeakMap<Socket, Received>();
  const actual = {
    LOGIN: (request: Received) => request.ok(),
    CHAT: (request: Received) => request.ok({ reply: `You said ${(request.body as ChatRequest).message}.` }),
    LOGOUT: (request: Received) => request.ok(),
    ...script,
  };
  const server = createServer(async (incoming, response) => {
    let text = '';
    try {
      for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    } catch {
      return;
    }
    const body = JSON.parse(text) as GatewayRequest;
    const request: Received = {
      body,
      raw: text,
      headers: incoming.headers,
      response,
      get mayBeCalledOff() {
        return incoming.socket.destroyed && lastOn.get(incoming.socket) === request;
      },
      acknowledged: false,
      ok: (changes = {}) => {
        request.acknowledged = !response.destroyed && !response.writableEnded;
        const reply = body.action === 'CHAT' ? { reply: '' } : {};
        request.answer(200, {
          sessionId: body.sessionId,
          ...reply,
          status: 'OK',
          statusMessage: 'Fine',
          ...changes,
        });
      },
      answer: (status, answer) => {
        if (response.headersSent) return;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      },
    };
    received.push(request);
    lastOn.set(incoming.socket, request);
    await actual[body.action](request);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const of = (sessionId: string, action?: GatewayRequest['action']) =>
    received.filter(
      ({ body }) => body.sessionId === sessionId && (action === undefined || body.action === action),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avatar`,
    received,
    script: actual,
    of,
    actions: (sessionId) => of(sessionId).map(({ body }) => body.action),
    login: (sessionId) => of(sessionId, 'LOGIN').at(-1)?.body as LoginRequest,
    chats: (sessionId) => of(sessionId, 'CHAT').map(({ body }) => (body as ChatRequest).message),
    async next(action, sessionId) {
      const found = await until(`a ${action} of ${sessionId}`, () =>
        of(sessionId, action).find((request) => !taken.has(request)),
      );
      taken.add(found);
      return found;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a reply piece by piece, as an event stream. */
export function streamReply({ response, body }: Received) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  return {
    piece: (reply: string) => send({ reply }),
    end: () => {
      send({ sessionId: body.sessionId, status: 'OK', statusMessage: '' });
      response.end();
    },
  };
}
