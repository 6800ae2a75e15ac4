import type { SigningKeys } from '../../tokens/index.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };

export const jwksRoute = (keys: Pick<SigningKeys, 'list'>): Route => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  access: { kind: 'open' },
  document: documents['GET /.well-known/jwks.json'],
  handle: (_request, reply) =>
    sendJson(reply.header('cache-control', 'public, max-age=300'), 200, {
      keys: keys.list().map((key) => key.publicJwk),
    }),
});
