import { makeChange } from '../audit/index.ts';
import type { Sql } from '../db/index.ts';
import type { Grants } from '../partners/index.ts';
import { authenticatedClient } from './client-authentication.ts';
import type { FindPartner } from './provider/partner-client.ts';

export type EndGrantRequest = {
  readonly authorization: string | undefined;
  readonly accountId: string;
  /** The address that the request came from. */
  readonly address: string;
};

export type EndGrantDeps = {
  readonly sql: Sql;
  readonly partners: FindPartner;
  readonly grants: Pick<Grants, 'endByPartner'>;
};

export type EndGrantOutcome =
  | { readonly outcome: 'unauthenticated' }
  /** The account never allowed this partner access. */
  | { readonly outcome: 'never' }
  /** It ended now, or before. */
  | { readonly outcome: 'ended'; readonly endedAt: Date };

/** A partner ends what an account allows it. */
export async function endGrant(
  { sql, partners, grants }: EndGrantDeps,
  { authorization, accountId, address }: EndGrantRequest,
): Promise<EndGrantOutcome> {
  const partner = await authenticatedClient(partners, authorization);
  if (partner === null) return { outcome: 'unauthenticated' };
  // PostgreSQL accepts no text with a NUL.
  if (accountId.includes('\0')) return { outcome: 'never' };
  const actor = { personId: null, who: `partner ${partner.name} (${partner.id})`, address };
  const endedAt = await makeChange(sql, actor, (change) =>
    grants.endByPartner(change, { partnerId: partner.id, accountId }),
  );
  return endedAt === null ? { outcome: 'never' } : { outcome: 'ended', endedAt };
}
