import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { maxSpokenMessageBytes } from '@parley/protocol';
import { checkCallback } from '../../brain/index.ts';
import { bearerToken, contained, startDeadline } from '../../kernel/index.ts';
import type { Evidence } from './evidence.ts';
import { messageText } from './message-text.ts';

const maxBodyBytes = 8 * maxSpokenMessageBytes;
const maxCallbacks = 1_000;

/** One request to the callback address, and our answer to it. */
export type ReceivedCallback = {
  readonly sessionId: string;
  readonly status: number;
  readonly statusMessage: string;
  /** Empty if it was refused. */
  readonly message: string;
  readonly evidence: Evidence;
};

export type ListenerOptions = {
  /** Where the endpoint reaches this machine; null for loopback. */
  readonly publicUrl: string | null;
  readonly port: number;
};

export type CallbackListener = AsyncDisposable & {
  readonly url: string;
  readonly received: readonly ReceivedCallback[];
  tokenOf(sessionId: string): string;
  open(sessionId: string): void;
  end(sessionId: string): void;
  of(sessionId: string): readonly ReceivedCallback[];
  /** Whether this became true within the time. It is asked again after each callback. */
  waitFor(isTrue: () => boolean, limitMs: number): Promise<boolean>;
};

/** A callback address that answers like the service's. */
export async function listenForCallbacks({ publicUrl, port }: ListenerOptions): Promise<CallbackListener> {
  const tokens = new Map<string, string>();
  const openSessions = new Set<string>();
  const received: ReceivedCallback[] = [];
  // Each conversation may wait for one.
  const arrivals = new EventEmitter().setMaxListeners(0);
  const tokenOf = (sessionId: string): string => {
    const token = tokens.get(sessionId) ?? randomBytes(32).toString('base64url');
    tokens.set(sessionId, token);
    return token;
  };
  const answer = (request: IncomingMessage, body: Buffer): ReceivedCallback => {
    const isTokenOf = (sessionId: string, token: string) => tokens.get(sessionId) === token;
    const callback = checkCallback({ token: bearerToken(request), body }, isTokenOf);
    const { sessionId } = callback;
    const answered = callback.ok
      ? openSessions.has(sessionId)
        ? { status: 200, statusMessage: 'Message accepted' }
        : { status: 404, statusMessage: 'The session has ended.' }
      : { status: callback.status, statusMessage: callback.problem };
    const authorization = request.headers.authorization === undefined ? '(none)' : 'Bearer [hidden]';
    const head = `${request.method} ${request.url}`;
    const came = messageText(head, [`authorization: ${authorization}`], body.toString());
    return {
      ...answered,
      sessionId,
      message: callback.ok ? callback.message : '',
      evidence: {
        sent: `LOGIN with callbackUrl and authToken. The callback was answered with HTTP ${answered.status}.`,
        came,
      },
    };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return void response.writeHead(413).end();
      chunks.push(chunk);
    }
    const callback = answer(request, Buffer.concat(chunks));
    if (received.length < maxCallbacks) received.push(callback);
    arrivals.emit('callback');
    const { sessionId, status, statusMessage } = callback;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sessionId, status: status === 200 ? 'OK' : 'ERROR', statusMessage }));
  };
  const server = createServer(contained(serve, (_error, _request, response) => response.destroy()));
  server.listen({ port, host: publicUrl === null ? '127.0.0.1' : undefined });
  await once(server, 'listening');
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: publicUrl ?? `http://127.0.0.1:${listening}/gateway/callback`,
    received,
    tokenOf,
    open: (sessionId) => void openSessions.add(sessionId),
    end: (sessionId) => void openSessions.delete(sessionId),
    of: (sessionId) => received.filter((callback) => callback.sessionId === sessionId),
    async waitFor(isTrue, limitMs) {
      using deadline = startDeadline(limitMs);
      const { signal } = deadline;
      while (!isTrue() && !signal.aborted) await once(arrivals, 'callback', { signal }).catch(() => {});
      return isTrue();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
