import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export const apiKey = 'key-of-the-avatar';

export const someLogin = (fields: Readonly<Record<string, unknown>> = {}) => ({
  action: 'LOGIN',
  sessionId: 'ses_1',
  userId: 'ann',
  locale: 'en-GB',
  lastSeen: '2026-01-02 03:04:05',
  authToken: 'token-1',
  callbackUrl: 'http://127.0.0.1:1/gateway/callback',
  ...fields,
});
export const someChat = (message = 'hello', sessionId = 'ses_1') => ({ action: 'CHAT', sessionId, message });

/** A request as the service sends it. Text is sent as it is, anything else as JSON. */
export const gatewayRequest = (body: unknown, headers: Readonly<Record<string, string>> = {}): Request =>
  new Request('http://localhost/avatar', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const answerTo = async (given: Response | Promise<Response>) => {
  const response = await given;
  return { status: response.status, body: (await response.json()) as unknown };
};

export async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
