import { discoveryDocument } from '../../oauth/index.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };

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
      document: documents.routes['GET /.well-known/oauth-authorization-server'],
      handle: (_request, reply) =>
        sendJson(reply.header('cache-control', 'public, max-age=300'), 200, document),
    },
  ];
}
