import { type PartnerScope, partnerScopes } from '@parley/protocol/management';
import type { Change } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import { type Clock, type Log, RecentMisses, type SealedBox } from '../../kernel/index.ts';
import type { Grants } from '../../partners/index.ts';
import { hashOf, keptAfterUse, type Payload, sealContextOf } from './oauth-items.ts';
import { isAccessTokenText } from './token-text.ts';

/** What an access token opens, as long as its grant is active. */
export type TokenAccess = {
  readonly grantId: string;
  readonly accountId: string;
  readonly scopes: readonly PartnerScope[];
  /** Null is every avatar of the account. */
  readonly avatarIds: readonly number[] | null;
};

export type AccessTokens = ReturnType<typeof createAccessTokens>;

type Row = Omit<TokenAccess, 'scopes'> & { readonly sealed: string; readonly scopes: readonly string[] };

const noteEveryMs = 60_000;
const maxNoted = 10_000;

/** Reads the database for each check, so that tokens of a withdrawn grant end at once in every process. */
export function createAccessTokens(deps: {
  sql: Sql;
  box: SealedBox;
  clock: Clock;
  log: Log;
  grants: Pick<Grants, 'noteUse'>;
}) {
  const { sql, box, clock, log } = deps;
  const notedAtMs = new Map<string, number>();
  // A token is random, so nobody can have asked for it before it existed.
  const misses = new RecentMisses(clock);

  return {
    /** Null for a token that opens nothing: unknown, expired, revoked, or without an active grant. */
    async check(text: string): Promise<TokenAccess | null> {
      if (!isAccessTokenText(text)) return null;
      const hash = hashOf(text);
      const key = hash.toString('hex');
      if (misses.has(key)) return null;
      const [row] = await sql<Row[]>`
        select token.payload as sealed, grants.id as "grantId", grants.account_id as "accountId", scopes,
          avatar_ids as "avatarIds"
        from oauth_items as token
          join oauth_items as family on family.kind = 'Grant' and family.id_hash = token.family_hash
          join grants on grants.id = family.grant_id
          join partners on partners.id = grants.partner_id
        where token.kind = 'AccessToken' and token.id_hash = ${hash} and token.expires_at > now()
          and withdrawn_at is null and deleted_at is null`;
      if (row === undefined) {
        misses.add(key);
        return null;
      }
      const { sealed, scopes, ...rest } = row;
      const payload = JSON.parse(box.open(sealed, sealContextOf('AccessToken', hash))) as Payload;
      const given = String(payload.scope ?? '').split(' ');
      return {
        ...rest,
        scopes: partnerScopes.filter((scope) => given.includes(scope) && scopes.includes(scope)),
      };
    },

    /** Stores at most once a minute that the grant was used. */
    noteUse(grantId: string): void {
      const nowMs = clock.monotonicMs();
      const lastMs = notedAtMs.get(grantId);
      if (lastMs !== undefined && nowMs - lastMs < noteEveryMs) return;
      if (notedAtMs.size >= maxNoted) notedAtMs.clear();
      notedAtMs.set(grantId, nowMs);
      deps.grants.noteUse(grantId).catch((error: unknown) => {
        notedAtMs.delete(grantId);
        log.warn({ err: error, grantId }, 'could not write the use of a grant');
      });
    },
  };
}

/**
 * Ends all codes and tokens of a partner, or only those for one account. Without their family they open nothing. Refresh
 * tokens stay for a while, so that the partner learns why they are refused.
 */
export async function endPartnerTokens(
  { tx }: Pick<Change, 'tx'>,
  { partnerId, accountId }: { readonly partnerId: string; readonly accountId: string | null },
): Promise<void> {
  await tx`
    with ended as (
      delete from oauth_items using grants
      where kind = 'Grant' and grants.id = grant_id and partner_id = ${partnerId}
        and (${accountId}::text is null or account_id = ${accountId})
      returning id_hash
    ), kept as (
      update oauth_items set expires_at = least(expires_at, now() + ${keptAfterUse}::interval)
      where kind = 'RefreshToken' and family_hash in (select id_hash from ended)
    )
    delete from oauth_items where kind <> 'RefreshToken' and family_hash in (select id_hash from ended)`;
}
