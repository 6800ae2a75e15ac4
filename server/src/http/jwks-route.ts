import { Type } from 'typebox';
import type { SigningKeys } from '../tokens/index.ts';
import { sendJson } from './answers/answers.ts';
import type { Route } from './route.ts';

export function jwksRoute(keys: Pick<SigningKeys, 'list'>): Route {
  return {
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: { kind: 'open' },
    document: {
      tag: 'Signing keys',
      summary: 'The public keys that tokens are signed with',
      answers: {
        200: {
          description: 'A JSON Web Key Set',
          schema: Type.Object({ keys: Type.Array(Type.Object({})) }),
        },
      },
    },
    handle: (_request, reply) =>
      sendJson(reply.header('cache-control', 'public, max-age=300'), 200, {
        keys: keys.list().map((key) => key.publicJwk),
      }),
  };
}
