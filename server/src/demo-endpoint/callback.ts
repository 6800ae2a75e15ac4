import { request } from 'node:http';
import type { LoginRequest } from '@parley/protocol';

/** Posts a message to a session's callback address. The session may have ended meanwhile, so failures do not matter. */
export function postCallback({ callbackUrl, authToken, sessionId }: LoginRequest, message: string): void {
  const url = new URL(callbackUrl);
  if (url.protocol !== 'http:') return;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${authToken}` };
  request(url, { method: 'POST', headers, agent: false }, (response) => response.resume())
    .on('error', () => {})
    .end(JSON.stringify({ sessionId, message }));
}
