import { Type } from 'typebox';
import { discoveryDocument, openidDocument } from '../../oauth/index.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';

/** How partners' libraries find the OAuth endpoints. */
export function discoveryRoutes({ baseUrl }: { baseUrl: string }): Route[] {
  const route = (path: string, summary: string, document: object): Route => ({
    method: 'GET',
    path,
    access: { kind: 'open' },
    document: {
      tag: 'OAuth',
      summary,
      answers: {
        200: {
          description: 'The addresses of the endpoints, and what they support',
          schema: Type.Object({
            issuer: Type.String(),
            authorization_endpoint: Type.String(),
            token_endpoint: Type.String(),
            revocation_endpoint: Type.String(),
            jwks_uri: Type.String(),
          }),
        },
      },
    },
    handle: (_request, reply) =>
      sendJson(reply.header('cache-control', 'public, max-age=300'), 200, document),
  });
  return [
    route(
      '/.well-known/oauth-authorization-server',
      'Where the OAuth endpoints are (RFC 8414)',
      discoveryDocument(baseUrl),
    ),
    route(
      '/.well-known/openid-configuration',
      'The same for libraries that only look here. There are no ID tokens',
      openidDocument(baseUrl),
    ),
  ];
}
