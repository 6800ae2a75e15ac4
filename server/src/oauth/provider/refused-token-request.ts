import type { Sql } from '../../db/index.ts';
import type { Items } from '../tokens/items.ts';

const unknownCode =
  'The code is not known. It was used before, it has expired, it belongs to another client, or the access has ended.';
const unknownRefreshToken =
  'The refresh token is not known. It has expired, it belongs to another client, or its connection has ended: a token of it was revoked or used twice.';
const expired = (what: string): string => `The ${what} has expired.`;
const usedTwice = 'All tokens of this connection have ended.';

/** What the OAuth library found, in words for the partner's developers. Another client's item is as good as unknown. */
const reasons: Readonly<Record<string, string>> = {
  'authorization code not found': unknownCode,
  'authorization code is expired': expired('code'),
  'authorization code already consumed': `The code was used before. ${usedTwice}`,
  'authorization code redirect_uri mismatch':
    'The redirect_uri differs from that of the authorization request.',
  'code_verifier must be provided': 'The code_verifier is missing.',
  'code_verifier does not match code_challenge':
    'The code_verifier does not fit the code_challenge of the authorization request.',
  'refresh token not found': unknownRefreshToken,
  'refresh token is expired': expired('refresh token'),
  'refresh token already used': `The refresh token was used before. ${usedTwice}`,
  'used already, in this instant': `It was used by another request at the same time. ${usedTwice}`,
  'grant is expired': expired('connection'),
};

export type RefusedTokenRequest = {
  readonly clientId: string;
  /** What the library found. */
  readonly detail: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Why a code or a refresh token gave no tokens. */
export async function reasonOf(
  { sql, items }: { readonly sql: Sql; readonly items: Items },
  { clientId, detail, params }: RefusedTokenRequest,
): Promise<string> {
  const isRefresh = params.grant_type === 'refresh_token';
  if (detail === 'client mismatch') return isRefresh ? unknownRefreshToken : unknownCode;
  if (detail !== 'grant not found') return reasons[detail] ?? 'The code or the refresh token is not valid.';
  const kind = isRefresh ? 'RefreshToken' : 'AuthorizationCode';
  const item = await items.find(sql, kind, String(isRefresh ? params.refresh_token : params.code));
  return (await hasGrant(sql, String(item?.payload.accountId), clientId))
    ? 'The connection has ended: one of its tokens was revoked or used twice.'
    : 'The account no longer allows this access.';
}

async function hasGrant(sql: Sql, accountId: string, partnerId: string): Promise<boolean> {
  const [found] = await sql`
    select from grants where account_id = ${accountId} and partner_id = ${partnerId} and withdrawn_at is null`;
  return found !== undefined;
}
