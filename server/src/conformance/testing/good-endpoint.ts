import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const endpointKey = 'key-of-the-endpoint';
/** After this message the endpoint sends a callback. */
export const remindMe = 'Remind me, please.';

type Body = Readonly<Record<string, unknown>>;
export type Session = { readonly login: Body; isBusy: boolean };
export type Answered = { status: number; body: Body | string; type?: string };

/** The parts of an endpoint. Each can be replaced by a broken one. */
export type EndpointParts = {
  /** Reads the bytes of a request. */
  decode(bytes: Buffer): string;
  /** Whether the request carries the key. */
  isAllowed(authorization: string | undefined, request: IncomingMessage): boolean;
  /** Called for a body that is no request. Null closes the connection. */
  refuse(why: string): Answered | null;
  login(body: Body, sessions: Map<string, Session>): Answered;
  reply(message: string): unknown;
  /** The answer to CHAT that holds the reply. */
  answer(body: Body, reply: unknown): Answered;
  /** Before a CHAT is answered. */
  beforeReply(body: Body, session: Session, response: ServerResponse): Promise<Answered | null>;
  unknownSession(body: Body, sessions: Map<string, Session>): Answered;
  logout(body: Body, sessions: Map<string, Session>): Answered;
  callbackToken(login: Body): string;
  /** What the callback was answered with. */
  onCallback(status: number): void;
  /** The last look at every answer. Null closes the connection. */
  finish(answered: Answered): Answered | null;
};

export const ok = (body: Body, more: Body = {}): Answered => ({
  status: 200,
  body: { sessionId: body.sessionId, status: 'OK', statusMessage: '', ...more },
});
export const error = (status: number, body: Body, statusMessage: string): Answered => ({
  status,
  body: { sessionId: body.sessionId ?? '', status: 'ERROR', statusMessage },
});

export const goodParts: EndpointParts = {
  decode: (bytes) => bytes.toString(),
  isAllowed: (authorization) => authorization === `Bearer ${endpointKey}`,
  refuse: (why) => error(400, {}, why),
  login(body, sessions) {
    sessions.set(String(body.sessionId), { login: body, isBusy: false });
    return ok(body);
  },
  reply: (message) => (message.startsWith('<order') ? '' : `You said: ${message}`),
  answer: (body, reply) => ok(body, { reply }),
  beforeReply: async () => null,
  unknownSession: (body) => error(401, body, 'I do not know this session.'),
  logout(body, sessions) {
    sessions.delete(String(body.sessionId));
    return ok(body);
  },
  callbackToken: ({ authToken }) => String(authToken),
  onCallback: () => {},
  finish: (answered) => answered,
};

/** An endpoint as a customer would write it. `changes` break it in one place. */
export async function startEndpoint(
  changes: Partial<EndpointParts> = {},
): Promise<AsyncDisposable & { readonly url: string }> {
  const parts = { ...goodParts, ...changes };
  const sessions = new Map<string, Session>();

  const callBackSoon = async ({ login }: Session) => {
    await sleep(100);
    const response = await fetch(String(login.callbackUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${parts.callbackToken(login)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: login.sessionId, message: 'It is time.' }),
    }).catch(() => null);
    if (response !== null) parts.onCallback(response.status);
  };
  const chat = async (body: Body, session: Session, response: ServerResponse): Promise<Answered> => {
    const early = await parts.beforeReply(body, session, response);
    if (early !== null) return early;
    if (body.message === remindMe) void callBackSoon(session);
    return parts.answer(body, parts.reply(String(body.message)));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<Answered | null> => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    if (!parts.isAllowed(request.headers.authorization, request)) return error(401, {}, 'Wrong key.');
    const body = parse(parts.decode(Buffer.concat(chunks)));
    if (body === null) return parts.refuse('malformed');
    const session = sessions.get(String(body.sessionId));
    if (body.action === 'LOGIN') return parts.login(body, sessions);
    if (body.action !== 'CHAT' && body.action !== 'LOGOUT') return parts.refuse('unknown action');
    if (session === undefined) return parts.unknownSession(body, sessions);
    return body.action === 'CHAT' ? await chat(body, session, response) : parts.logout(body, sessions);
  };
  const server = createServer(async (request, response) => {
    const answered = await answer(request, response).catch(() => null);
    const last = answered && parts.finish(answered);
    if (last === null) return void response.destroy();
    const { status, body, type = 'application/json' } = last;
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/talk`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Null if it is not a request of the contract. */
function parse(text: string): Body | null {
  try {
    const body = JSON.parse(text);
    return typeof body?.sessionId === 'string' ? body : null;
  } catch {
    return null;
  }
}
