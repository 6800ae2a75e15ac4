import type { Avatar } from '../../avatars/index.ts';
import type { TokenChecker } from '../../live/index.ts';

/** Why the caller may not see an avatar's settings. A private one needs a token, which is not used up by that. */
export async function refusalOf(
  checkToken: TokenChecker,
  avatar: Pick<Avatar, 'id' | 'accountId' | 'private'>,
  token: string | undefined,
): Promise<'token_required' | 'token_invalid' | 'token_expired' | null> {
  if (!avatar.private) return null;
  if (token === undefined) return 'token_required';
  const check = await checkToken(token, avatar.id, avatar.accountId);
  return check.ok ? null : check.code;
}
