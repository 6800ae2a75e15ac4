import type { Sql } from '../../db/index.ts';
import type { Items } from '../tokens/oauth-items.ts';
import texts from './refusal-reasons.json' with { type: 'json' };

/** What the OAuth library found, in words for the partner's developers. */
const reasons: Readonly<Record<string, string>> = texts;

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
  // Another client's code or token is as good as unknown.
  const unknown = texts[isRefresh ? 'refresh token not found' : 'authorization code not found'];
  if (detail === 'client mismatch') return unknown;
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
