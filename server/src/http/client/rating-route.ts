import { sanitizeText } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Avatars } from '../../avatars/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { saveRating } from '../../conversations/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { readListedSession } from '../../live/index.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { sourceBucket } from '../access/source-address.ts';
import { sendWordError } from '../answers/answers.ts';
import { pageBodyReader } from '../bodies/body-reader.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';

const rule = { burst: 20, rate: 1 };
const maxCommentLength = 1_000;
const afterEndMs = 10 * 60_000;

const input = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5, description: '5 is the best.' }),
  comment: Type.Optional(Type.String({ maxLength: maxCommentLength })),
});

/** Stores a visitor's rating of their own session, if the avatar asks for it. */
export function ratingRoute(deps: {
  sql: Sql;
  clock: Clock;
  avatars: Pick<Avatars, 'withSecrets'>;
  limits: RateLimits;
  isTranscriptTokenOf(sessionId: string, token: string): boolean;
}): Route {
  const read = pageBodyReader(input);
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const refuse = (status: number, code: string, message: string) =>
      sendWordError(reply, status, code, message);
    if (!(await deps.limits.take(`rating:${sourceBucket(request.ip)}`, rule)))
      return refuse(429, 'too_many_requests', 'Too many requests. Please slow down.');
    const { session: id = '' } = request.params as { session?: string };
    if (!deps.isTranscriptTokenOf(id, bearerToken(request) ?? ''))
      return refuse(401, 'not_allowed', 'This needs the transcript token of this session.');
    const { stars, comment = '' } = read(request);
    const session = await readListedSession(deps.sql, null, id);
    const avatar = session === null ? null : await deps.avatars.withSecrets(session.avatarId);
    if (session === null || avatar === null)
      return refuse(404, 'not_found', 'This session does not exist. Check its id.');
    if (!avatar.avatar.askForRating)
      return refuse(403, 'rating_off', 'This avatar does not ask visitors for a rating.');
    const at = deps.clock.now();
    const rating = { stars, comment: sanitizeText(comment).trim(), at };
    if (!(await saveRating(deps.sql, id, rating, at - afterEndMs)))
      return refuse(410, 'rating_expired', 'A session can be rated until ten minutes after its end.');
    return reply.code(204).send();
  };
  return {
    method: 'POST',
    path: '/client/sessions/:session/rating',
    access: { kind: 'open' },
    document: {
      tag: 'Client',
      summary: 'Rate a session as its visitor',
      description:
        'For avatars with the setting ask_for_rating. A session can be rated while it lasts and for ten minutes after it has ended. Another rating replaces the earlier one. The transcript token comes with the welcome of the session’s WebSocket and goes into "Authorization: Bearer …".',
      body: input,
      answers: {
        204: { description: 'The rating is stored' },
        400: { description: 'invalid' },
        401: { description: 'not_allowed: no transcript token, or that of another session' },
        403: { description: 'rating_off: the avatar does not ask for it' },
        404: { description: 'not_found' },
        410: { description: 'rating_expired: the session ended long ago, or its record was erased' },
        429: { description: 'too_many_requests' },
      },
    },
    handle: (request, reply) => handle(request, allowAnyPage(reply).header('cache-control', 'no-store')),
  };
}
