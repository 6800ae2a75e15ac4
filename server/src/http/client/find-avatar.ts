import type { FastifyRequest } from 'fastify';
import type { Avatar, Avatars } from '../../avatars/index.ts';
import { notFound, parseAvatarId } from '../../kernel/index.ts';

/** The avatar in the address of a page's request. */
export async function findAvatar(
  avatars: Pick<Avatars, 'withSecrets'>,
  request: FastifyRequest,
): Promise<Avatar> {
  const id = parseAvatarId((request.params as { id?: string }).id ?? '');
  const found = id === null ? null : await avatars.withSecrets(id);
  if (found === null) throw notFound('This avatar does not exist. Check its id.');
  return found.avatar;
}
