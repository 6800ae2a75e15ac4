import { makeChange } from '../audit/index.ts';
import type { Sql } from '../db/index.ts';
import type { Grants } from '../partners/index.ts';
import { answerWith, type OauthAnswer, refusal, unauthenticated } from './answers.ts';
import { authenticatedClient, missingAuthentication } from './client-authentication.ts';
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
  readonly baseUrl: string;
};

const neverConnected = refusal(
  404,
  'not_found',
  'This account never allowed you access. Check the account_id.',
);

/** A partner ends what an account allows it. It succeeds as well if that has ended before. */
export async function endGrant(
  { sql, partners, grants, baseUrl }: EndGrantDeps,
  { authorization, accountId, address }: EndGrantRequest,
): Promise<OauthAnswer> {
  const problem = missingAuthentication(authorization, undefined);
  if (problem !== null) return unauthenticated(baseUrl, problem);
  const partner = await authenticatedClient(partners, authorization);
  if (partner === null) return unauthenticated(baseUrl, 'client authentication failed');
  // PostgreSQL accepts no text with a NUL.
  if (accountId.includes('\0')) return neverConnected;
  const actor = { personId: null, who: `partner ${partner.name} (${partner.id})`, address };
  const endedAt = await makeChange(sql, actor, (change) =>
    grants.endByPartner(change, { partnerId: partner.id, accountId }),
  );
  if (endedAt === null) return neverConnected;
  return answerWith(200, { account_id: accountId, ended_at: endedAt.getTime() });
}
