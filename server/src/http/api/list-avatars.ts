import { Type } from 'typebox';
import type { Avatars } from '../../avatars/index.ts';
import { keyOf } from '../access/api-key.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import { errorAnswers } from './error-answers.ts';
import { wholeNumber } from './whole-number.ts';

const maxPageSize = 100;

export function listAvatarsRoute(deps: { avatars: Pick<Avatars, 'page'> }): Route {
  return {
    method: 'GET',
    path: '/avatars',
    access: { kind: 'api-key', permission: 'read_avatars', shape: 'error', takesAccessTokens: true },
    document: {
      tag: 'API-key endpoints',
      summary: 'List the account’s avatars by name',
      description:
        'A key with a list of avatars sees only those, and the total counts only those. The same holds for the access token of a partner.',
      query: {
        page: Type.Integer({ minimum: 0, default: 0, description: 'The first page is 0.' }),
        size: Type.Integer({ minimum: 1, maximum: maxPageSize, default: 20 }),
      },
      answers: {
        200: {
          description: 'One page',
          schema: Type.Object({
            avatars: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
            pagination: Type.Object({
              page: Type.Integer(),
              size: Type.Integer(),
              total: Type.Integer(),
              total_pages: Type.Integer(),
              has_next: Type.Boolean(),
            }),
          }),
        },
        ...errorAnswers('error'),
      },
    },
    async handle(request, reply) {
      const key = keyOf(request);
      const query = request.query as Record<string, unknown>;
      const page = wholeNumber(query, 'page', { minimum: 0, fallback: 0 });
      const size = wholeNumber(query, 'size', { minimum: 1, maximum: maxPageSize, fallback: 20 });
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
      });
    },
  };
}
