import { sanitizeText } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { saveRating } from '../../conversations/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { WordError } from '../answers/word-error.ts';
import { pageBodyReader } from '../bodies/body-reader.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';
import documents from './documents.json' with { type: 'json' };
import { findSessionWithAvatar, type VisitorSessionDeps, visitorsSessionId } from './visitor-session.ts';

const afterEndMs = 10 * 60_000;

const input = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5, description: '5 is the best.' }),
  comment: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/** Stores a visitor's rating of their own session, if the avatar asks for it. */
export function ratingRoute(deps: VisitorSessionDeps & { clock: Clock }): Route {
  const read = pageBodyReader(input);
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const id = await visitorsSessionId(deps, request, 'rating');
    const { stars, comment = '' } = read(request);
    const { avatar } = await findSessionWithAvatar(deps, id);
    if (!avatar.askForRating)
      throw new WordError(403, 'rating_off', 'This avatar does not ask visitors for a rating.');
    const at = deps.clock.now();
    const rating = { stars, comment: sanitizeText(comment).trim(), at };
    if (!(await saveRating(deps.sql, id, rating, at - afterEndMs)))
      throw new WordError(410, 'rating_expired', 'A session can be rated until ten minutes after its end.');
    return reply.code(204).send();
  };
  return {
    method: 'POST',
    path: '/client/sessions/:session/rating',
    access: { kind: 'open' },
    document: { ...documents['POST /client/sessions/:session/rating'], body: input },
    handle: (request, reply) => handle(request, allowAnyPage(reply).header('cache-control', 'no-store')),
  };
}
