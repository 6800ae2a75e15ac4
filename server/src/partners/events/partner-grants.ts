import type { Queries } from '../../db/index.ts';
import { messageIsCoveredBy } from '../../events/index.ts';

export type ConversationPartner = {
  readonly partnerId: string;
  readonly grantId: string;
  /** When the grant began to cover the conversation; in the conversation or before it. */
  readonly coveredSince: number;
  /** Whether something was said that the grant does not cover. */
  readonly isPart: boolean;
};

export type EndedConversation = {
  readonly accountId: string;
  readonly avatarId: number;
  readonly sessionId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
};

/**
 * The partners that receive a conversation, or a part of it. A withdrawal of their grants waits for this transaction. A
 * grant that did not cover the avatar at any moment of the conversation gives the partner nothing.
 */
export async function lockConversationPartners(
  tx: Queries,
  { accountId, avatarId, sessionId, startedAtMs, endedAtMs }: EndedConversation,
): Promise<ConversationPartner[]> {
  return await tx<ConversationPartner[]>`
    select grants.partner_id as "partnerId", grants.id as "grantId", ms(covered.since) as "coveredSince",
      exists (
        select from messages
        where session_id = ${sessionId} and not ${messageIsCoveredBy(tx, tx`grants.id`, avatarId)}
      ) as "isPart"
    from grants
      join partners on partners.id = grants.partner_id and partners.conversations and partners.deleted_at is null
      join webhooks on webhooks.partner_id = grants.partner_id and webhooks.deleted_at is null
        and (webhooks.events is null or 'session:conversation' = any(webhooks.events))
      cross join lateral (
        select since from grant_coverage
        where grant_id = grants.id and grant_coverage.conversations
          and (grant_coverage.avatar_ids is null or ${avatarId}::bigint = any(grant_coverage.avatar_ids))
          and since <= to_timestamp(${endedAtMs}::bigint / 1000.0)
          and (until is null or until > to_timestamp(${startedAtMs}::bigint / 1000.0))
        order by since limit 1
      ) as covered
    where grants.account_id = ${accountId} and grants.withdrawn_at is null and grants.conversations
      and (grants.avatar_ids is null or ${avatarId}::bigint = any(grants.avatar_ids))
    order by grants.id for share of grants`;
}

export type PartnerOfPerson = { readonly partnerId: string; readonly accountId: string };

/** The partners that this person's accounts have allowed, each with its accounts. A withdrawal waits for this transaction. */
export async function lockPartnersOfPerson(tx: Queries, personId: string): Promise<PartnerOfPerson[]> {
  return await tx<PartnerOfPerson[]>`
    select grants.partner_id as "partnerId", grants.account_id as "accountId"
    from members join grants on grants.account_id = members.account_id
    where members.person_id = ${personId} and grants.withdrawn_at is null
    order by grants.account_id collate "C", grants.id for share of grants`;
}
