import type { Avatar } from '../../avatars/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { isTokenUsed, type TokenChecker } from '../../live/index.ts';

type Guarded = Pick<Avatar, 'id' | 'accountId' | 'private'>;
type Refusal = 'token_required' | 'token_invalid' | 'token_expired';

/** Why the caller may not see an avatar's settings. A private one needs a token, which is not used up by that. */
export async function refusalOf(
  checkToken: TokenChecker,
  avatar: Guarded,
  token: string | undefined,
): Promise<Refusal | null> {
  if (!avatar.private) return null;
  if (token === undefined) return 'token_required';
  const check = await checkToken(token, avatar.id, avatar.accountId);
  return check.ok ? null : check.code;
}

/** A page asks once when it loads. */
const usedRule = { burst: 30, rate: 1 };

/**
 * Why a call with this token would be refused. Only the holder of a valid one learns that it was used, and only so often
 * per source: otherwise the call itself says so.
 */
export async function callRefusalOf(
  deps: { readonly checkToken: TokenChecker; readonly sql: Sql; readonly limits: RateLimits },
  avatar: Guarded,
  token: string | undefined,
  source: string,
): Promise<Refusal | 'token_used' | null> {
  if (token === undefined) return avatar.private ? 'token_required' : null;
  const check = await deps.checkToken(token, avatar.id, avatar.accountId);
  if (!check.ok) return check.code;
  if (!(await deps.limits.take(`token-use:${source}`, usedRule))) return null;
  return (await isTokenUsed(deps.sql, check.token.jti)) ? 'token_used' : null;
}
