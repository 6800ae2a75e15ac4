import type { ChatRequest, LoginRequest, LogoutRequest } from '@parley/protocol';
import type { Question, UserFacts } from '../../live/index.ts';
import type { Endpoint } from './endpoint.ts';

export function loginBody(endpoint: Endpoint, user: UserFacts): string {
  const { callbackUrl, authTokenOf } = endpoint.deps;
  const body: LoginRequest = {
    action: 'LOGIN',
    sessionId: user.sessionId,
    userId: user.userId,
    locale: user.locale,
    lastSeen: utcSeconds(user.lastSeenMs),
    authToken: authTokenOf(user.sessionId),
    callbackUrl,
    ...(user.accessToken !== null && { accessToken: user.accessToken }),
    ...(user.customString !== null && { customString: user.customString }),
    ...(user.jwtToken !== null && { jwtToken: user.jwtToken }),
  };
  return JSON.stringify(body);
}

export function chatBody(endpoint: Endpoint, question: Question): string {
  const body: ChatRequest = {
    action: 'CHAT',
    sessionId: question.user.sessionId,
    message: question.message,
  };
  if (endpoint.settings.sendsHeard && question.heard !== null) body.heard = question.heard;
  if (question.takeover.length > 0) body.takeover = question.takeover;
  return JSON.stringify(body);
}

export function logoutBody(sessionId: string): string {
  const body: LogoutRequest = { action: 'LOGOUT', sessionId };
  return JSON.stringify(body);
}

function utcSeconds(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
}
