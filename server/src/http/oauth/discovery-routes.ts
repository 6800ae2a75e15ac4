import { Type } from 'typebox';
import { discoveryDocument } from '../../oauth/index.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';

/**
 * How partners' libraries find the OAuth endpoints. There is no document of OpenID Connect: a library that finds one asks
 * for the scope `openid`, which the service refuses.
 */
export function discoveryRoutes({ baseUrl }: { baseUrl: string }): Route[] {
  const document = discoveryDocument(baseUrl);
  return [
    {
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      access: { kind: 'open' },
      document: {
        tag: 'OAuth',
        summary: 'Where the OAuth endpoints are (RFC 8414)',
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
    },
  ];
}
