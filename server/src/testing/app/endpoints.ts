import type { ErrorShape, Permission } from '@parley/protocol';
import type { Request } from './answer.ts';

/** The input of a valid call to any of the endpoints. Each endpoint takes what it needs. */
export type CallParts = {
  readonly key: string;
  readonly avatarId: number | string;
  readonly sessionId: string;
};

export type Endpoint = {
  readonly shape: ErrorShape;
  readonly permission: Permission;
  request(parts: CallParts): Request;
};

const json = { 'content-type': 'application/json' };

export const endpoints = {
  'generate-token': {
    shape: 'error',
    permission: 'generate_tokens',
    request: ({ key, avatarId }) => ({
      method: 'POST',
      url: '/auth/generate-token',
      headers: { 'x-api-key': key, ...json },
      body: { avatar_id: String(avatarId) },
    }),
  },
  avatars: {
    shape: 'error',
    permission: 'read_avatars',
    request: ({ key }) => ({ url: '/avatars', headers: { 'x-api-key': key } }),
  },
  'session query': {
    shape: 'fail',
    permission: 'read_session_state',
    request: ({ key, sessionId }) => ({
      url: `/session/query?sessionId=${encodeURIComponent(sessionId)}&fields=avatarStatus,avatarId`,
      headers: { 'x-api-key': key },
    }),
  },
  disconnect: {
    shape: 'fail',
    permission: 'disconnect_sessions',
    request: ({ key, sessionId }) => ({
      method: 'POST',
      url: '/sessions/disconnect',
      headers: { 'x-api-key': key, ...json },
      body: { session_id: sessionId },
    }),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export const endpointNames = Object.keys(endpoints) as EndpointName[];
