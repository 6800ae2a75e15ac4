import type { Avatar } from '../../avatars/index.ts';
import type { TokenChecker } from '../../live/index.ts';

/** Whether the caller may see the settings of an avatar. A private one needs a token, which is not used up by that. */
export async function maySee(
  checkToken: TokenChecker,
  avatar: Pick<Avatar, 'id' | 'accountId' | 'private'>,
  token: string | undefined,
): Promise<boolean> {
  if (!avatar.private) return true;
  return token !== undefined && (await checkToken(token, avatar.id, avatar.accountId)).ok;
}
