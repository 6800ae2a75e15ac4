import type { ChatRequest, GatewayAnswer, GatewayRequest, LoginRequest } from '@parley/protocol/contract';
import type { Awaitable } from '../awaitable.ts';
import { bearerOf, keyCheck } from '../http/bearer-key.ts';
import { jsonResponse, parseObject, readBody, report, type WebHandler } from '../http/web-handler.ts';
import { Lifecycle, type LifecycleOptions, LoginRefused } from './lifecycle.ts';
import { readRequest } from './read-request.ts';
import { collect, type Reply, streamedReply, type Turn, wholeReply } from './reply.ts';
import type { GatewaySession } from './session.ts';
import { type LoginStore, Sessions } from './sessions.ts';

export type GatewayOptions<Data> = LifecycleOptions<Data> & {
  /** The key of the avatar's endpoint settings; several while it is being replaced; null if the avatar has none. */
  readonly apiKey: string | readonly string[] | null;
  readonly onChat: (session: GatewaySession<Data>, message: string, turn: Turn) => Awaitable<Reply>;
  /** Makes `session.data`. */
  readonly data?: (login: LoginRequest) => Data;
  readonly logins?: LoginStore;
  /** How many sessions are kept in memory: 10,000. */
  readonly maxSessions?: number;
};

/** The longest message and LOGIN fit, even if every character is escaped. */
const maxBodyBytes = 512 * 1024;

const answer = (status: number, sessionId: string, statusMessage: string, headers?: Record<string, string>) =>
  jsonResponse(
    status,
    { sessionId, status: status === 200 ? 'OK' : 'ERROR', statusMessage } satisfies GatewayAnswer,
    headers,
  );

/** Your endpoint: answers the LOGIN, CHAT and LOGOUT of a Parley service. */
export function createGateway<Data = undefined>(options: GatewayOptions<Data>): WebHandler {
  const isKey = options.apiKey === null ? null : keyCheck(keysIn(options.apiKey));
  const makeData = options.data ?? (() => undefined as Data);
  const sessions = new Sessions(makeData, options.maxSessions ?? 10_000, options.logins);
  const lifecycle = new Lifecycle(options, sessions);

  const login = async (request: LoginRequest): Promise<Response> => {
    const { sessionId } = request;
    if (!/^https?:/i.test(request.callbackUrl) || !URL.canParse(request.callbackUrl))
      return answer(400, sessionId, 'callbackUrl must be an http or https address.');
    try {
      await lifecycle.logIn(request);
    } catch (error) {
      if (error instanceof LoginRefused) return answer(403, sessionId, error.message);
      throw error;
    }
    return answer(200, sessionId, '');
  };

  const chat = async (request: ChatRequest, from: Request): Promise<Response> => {
    const session = await sessions.find(request.sessionId);
    // Parley then sends LOGIN and the same CHAT again.
    if (session === null) return answer(401, request.sessionId, 'Unknown session.');
    const cancelled = new AbortController();
    const signal = AbortSignal.any([from.signal, cancelled.signal]);
    const turn = { heard: request.heard, takeover: request.takeover ?? [], signal };
    const reply = (await options.onChat(session, request.message, turn)) ?? '';
    if (typeof reply === 'string') return wholeReply(session.id, reply);
    if (!from.headers.get('accept')?.includes('text/event-stream'))
      return wholeReply(session.id, await collect(reply));
    return streamedReply(session.id, reply, {
      onCancelled: () => cancelled.abort(),
      onFailed: async (error) => {
        if (!signal.aborted) await report(options.onError, error, request);
      },
    });
  };

  const logout = async (sessionId: string): Promise<Response> =>
    // A LOGOUT whose answer was lost comes again, so an unknown session is no error.
    answer(200, sessionId, (await lifecycle.logOut(sessionId)) ? '' : 'The session is not known.');

  const run = (request: GatewayRequest, from: Request): Promise<Response> => {
    if (request.action === 'LOGIN') return login(request);
    return request.action === 'CHAT' ? chat(request, from) : logout(request.sessionId);
  };

  return async (from) => {
    if (from.method !== 'POST') return answer(405, '', 'Send a POST request.', { allow: 'POST' });
    if (isKey !== null && !(await isKey(bearerOf(from) ?? '')))
      return answer(401, '', 'The API key is missing or wrong.', { 'www-authenticate': 'Bearer' });
    const bytes = await readBody(from, maxBodyBytes);
    if (bytes === null) return answer(413, '', `The body may have at most ${maxBodyBytes} bytes.`);
    const request = readRequest(parseObject(bytes));
    if ('problem' in request) return answer(400, request.sessionId, request.problem);
    const { action, sessionId } = request;
    try {
      return await run(request, from);
    } catch (error) {
      if (!from.signal.aborted) await report(options.onError, error, { action, sessionId });
      return answer(500, sessionId, 'The endpoint failed.');
    }
  };
}

function keysIn(apiKey: string | readonly string[]): readonly string[] {
  const keys = typeof apiKey === 'string' ? [apiKey] : apiKey;
  // An unset variable must not become a key that everybody has.
  if (
    !Array.isArray(keys) ||
    keys.length === 0 ||
    !keys.every((key) => typeof key === 'string' && key !== '')
  )
    throw new TypeError('apiKey must be the key of the avatar, or null if the avatar has none.');
  return keys;
}
