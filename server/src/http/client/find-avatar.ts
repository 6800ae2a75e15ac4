import type { FastifyRequest } from 'fastify';
import type { Avatar, Avatars } from '../../avatars/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { notFound, parseAvatarId, Refusal } from '../../kernel/index.ts';
import { sourceBucket } from '../access/source-address.ts';

/** For avatars that are not in memory. Those that visitors use are. */
const lookUpRule = { burst: 500, rate: 50 };

export type AvatarFinding = {
  readonly avatars: Pick<Avatars, 'withSecrets' | 'isAtHand'>;
  readonly limits: RateLimits;
};

/** The avatar in the address of a page's request. Anybody may ask, so reads of the database are limited per source. */
export async function findAvatar(
  { avatars, limits }: AvatarFinding,
  request: FastifyRequest,
): Promise<Avatar> {
  const id = parseAvatarId((request.params as { id?: string }).id ?? '');
  const missing = () => notFound('This avatar does not exist. Check its id.');
  if (id === null) throw missing();
  if (!avatars.isAtHand(id) && !(await limits.take(`avatar:${sourceBucket(request.ip)}`, lookUpRule)))
    throw new Refusal('too_many_requests', 'Too many requests. Please slow down.');
  const found = await avatars.withSecrets(id);
  if (found === null) throw missing();
  return found.avatar;
}
