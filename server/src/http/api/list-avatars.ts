import type { AvatarsAnswer } from '@parley/protocol';
import type { Avatars } from '../../avatars/index.ts';
import { keyOf } from '../access/api-key.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };
import { withErrors } from './error-answers.ts';
import { wholeNumber } from './whole-number.ts';

const document = documents['GET /avatars'];

export function listAvatarsRoute(deps: { avatars: Pick<Avatars, 'page'> }): Route {
  return {
    method: 'GET',
    path: '/avatars',
    access: { kind: 'api-key', permission: 'read_avatars', shape: 'error', takesAccessTokens: true },
    document: withErrors('error', document),
    async handle(request, reply) {
      const key = keyOf(request);
      const query = request.query as Record<string, unknown>;
      const page = wholeNumber(query, 'page', document.query.page);
      const size = wholeNumber(query, 'size', document.query.size);
      const { avatars, total } = await deps.avatars.page(key.accountId, page, size, key.avatarIds);
      return sendJson(reply, 200, {
        avatars: avatars.map(({ id, name }) => ({ id: String(id), name })),
        pagination: {
          page,
          size,
          total,
          total_pages: Math.ceil(total / size),
          has_next: (page + 1) * size < total,
        },
      } satisfies AvatarsAnswer);
    },
  };
}
