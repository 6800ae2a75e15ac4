import type { Queries } from '../db/index.ts';

/** The partners that receive an avatar's conversations. A withdrawal of their grants waits for this transaction. */
export async function lockConversationPartners(
  tx: Queries,
  { accountId, avatarId }: { readonly accountId: string; readonly avatarId: number },
): Promise<string[]> {
  const found = await tx<{ id: string }[]>`
    select grants.partner_id as id
    from grants
      join partners on partners.id = grants.partner_id and partners.conversations and partners.deleted_at is null
      join webhooks on webhooks.partner_id = grants.partner_id and webhooks.deleted_at is null
        and (webhooks.events is null or 'session:conversation' = any(webhooks.events))
    where grants.account_id = ${accountId} and grants.withdrawn_at is null and grants.conversations
      and (grants.avatar_ids is null or ${avatarId}::bigint = any(grants.avatar_ids))
    order by grants.id for share of grants`;
  return found.map(({ id }) => id);
}

export type PartnerOfPerson = { readonly partnerId: string; readonly accountId: string };

/** The partners that this person's accounts have allowed, each once. A withdrawal waits for this transaction. */
export async function lockPartnersOfPerson(tx: Queries, personId: string): Promise<PartnerOfPerson[]> {
  const found = await tx<PartnerOfPerson[]>`
    select grants.partner_id as "partnerId", grants.account_id as "accountId"
    from members join grants on grants.account_id = members.account_id
    where members.person_id = ${personId} and grants.withdrawn_at is null
    order by grants.account_id collate "C", grants.id for share of grants`;
  return [...new Map(found.map((row) => [row.partnerId, row])).values()];
}
