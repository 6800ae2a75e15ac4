import type { FastifyRequest } from 'fastify';
import type { Avatar, Avatars } from '../../avatars/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { bearerToken } from '../../kernel/index.ts';
import { type ListedSession, readListedSession } from '../../live/index.ts';
import { sourceBucket } from '../access/source-address.ts';
import { WordError } from '../answers/word-error.ts';

export type VisitorSessionDeps = {
  readonly sql: Sql;
  readonly avatars: Pick<Avatars, 'withSecrets'>;
  readonly limits: RateLimits;
  isTranscriptTokenOf(sessionId: string, token: string): boolean;
};

const visitorRule = { burst: 20, rate: 1 };

/** The id of the session in the address. The request must carry its transcript token. */
export async function visitorsSessionId(
  deps: VisitorSessionDeps,
  request: FastifyRequest,
  purpose: 'transcript' | 'rating',
): Promise<string> {
  if (!(await deps.limits.take(`${purpose}:${sourceBucket(request.ip)}`, visitorRule)))
    throw new WordError(429, 'too_many_requests', 'Too many requests. Please slow down.');
  const { session: id = '' } = request.params as { session?: string };
  if (deps.isTranscriptTokenOf(id, bearerToken(request) ?? '')) return id;
  throw new WordError(401, 'not_allowed', 'This needs the transcript token of this session.');
}

export async function findSessionWithAvatar(
  { sql, avatars }: VisitorSessionDeps,
  id: string,
): Promise<{ session: ListedSession; avatar: Avatar }> {
  const session = await readListedSession(sql, null, id);
  const found = session === null ? null : await avatars.withSecrets(session.avatarId);
  if (session === null || found === null)
    throw new WordError(404, 'not_found', 'This session does not exist. Check its id.');
  return { session, avatar: found.avatar };
}
