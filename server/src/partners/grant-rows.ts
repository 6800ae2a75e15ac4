import type { GrantEnder } from '@parley/protocol/management';
import {
  type Fragment,
  type Listed,
  newestFirst,
  type Queries,
  type TimePage,
  timePosition,
} from '../db/index.ts';
import type { ActiveGrant, Grant } from './partner.ts';

const activeColumns = (sql: Queries) => sql`
  id, partner_id as "partnerId", account_id as "accountId", scopes, avatar_ids as "avatarIds"`;

/** The active grants of some accounts for a partner. */
export const readActive = (
  sql: Queries,
  partnerId: string,
  accountIds: readonly string[],
): Promise<ActiveGrant[]> => sql<ActiveGrant[]>`
  select ${activeColumns(sql)} from grants
  where account_id = any(${[...accountIds]}::text[]) and partner_id = ${partnerId} and withdrawn_at is null`;

/** Waits for events that are being written under the grant, because they lock its row. */
export async function lockActive(
  tx: Queries,
  partnerId: string,
  accountId: string,
): Promise<ActiveGrant | null> {
  const [row] = await tx<ActiveGrant[]>`
    select ${activeColumns(tx)} from grants
    where account_id = ${accountId} and partner_id = ${partnerId} and withdrawn_at is null
    for no key update`;
  return row ?? null;
}

export type NewGrant = ActiveGrant & {
  readonly grantedBy: string;
  /** Whether the partner received conversations when the grant was given. */
  readonly conversations: boolean;
};

/** Returns false if the account has an active grant for the partner already. */
export async function insert(tx: Queries, grant: NewGrant): Promise<boolean> {
  const written = await tx`
    insert into grants (id, partner_id, account_id, scopes, avatar_ids, granted_by, conversations)
    values (${grant.id}, ${grant.partnerId}, ${grant.accountId}, ${[...grant.scopes]}::text[],
      ${grant.avatarIds && [...grant.avatarIds]}::bigint[], ${grant.grantedBy}, ${grant.conversations})
    on conflict (account_id, partner_id) where withdrawn_at is null do nothing`;
  return written.count === 1;
}

export async function replace(tx: Queries, grant: Omit<NewGrant, 'partnerId' | 'accountId'>): Promise<void> {
  await tx`
    update grants set scopes = ${[...grant.scopes]}::text[],
      avatar_ids = ${grant.avatarIds && [...grant.avatarIds]}::bigint[], granted_by = ${grant.grantedBy},
      conversations = ${grant.conversations}, updated_at = now()
    where id = ${grant.id}`;
}

/** Null if there is no such grant, or no longer. Waits for events that are being written under it. */
export async function withdraw(
  tx: Queries,
  accountId: string,
  id: string,
  endedBy: GrantEnder,
): Promise<{ partnerId: string } | null> {
  const [row] = await tx<{ partnerId: string }[]>`
    update grants set withdrawn_at = now(), ended_by = ${endedBy}
    where id = ${id} and account_id = ${accountId} and withdrawn_at is null
    returning partner_id as "partnerId"`;
  return row ?? null;
}

/** Returns the accounts that had allowed the partner access. Locks their grants in the same order as events do. */
export async function withdrawAll(tx: Queries, partnerId: string): Promise<string[]> {
  await tx`
    select from grants where partner_id = ${partnerId} and withdrawn_at is null
    order by account_id collate "C" for no key update`;
  const rows = await tx<{ accountId: string }[]>`
    update grants set withdrawn_at = now(), ended_by = 'operator' where partner_id = ${partnerId} and withdrawn_at is null
    returning account_id as "accountId"`;
  return rows.map(({ accountId }) => accountId).sort();
}

/** When the last grant of an account for a partner ended; null if there was none. */
export async function readLastEnd(
  sql: Queries,
  { partnerId, accountId }: { readonly partnerId: string; readonly accountId: string },
): Promise<Date | null> {
  const [row] = await sql<{ endedAt: Date | null }[]>`
    select max(withdrawn_at) as "endedAt" from grants
    where account_id = ${accountId} and partner_id = ${partnerId}`;
  return row?.endedAt ?? null;
}

/** At most once a minute. */
export async function noteUse(sql: Queries, id: string): Promise<void> {
  await sql`
    update grants set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}

/** Newest first. */
export function listOf(
  sql: Queries,
  owner: { readonly accountId: string } | { readonly partnerId: string },
  page: TimePage,
): Promise<Listed<Grant>[]> {
  const mine =
    'accountId' in owner
      ? sql`grants.account_id = ${owner.accountId}`
      : sql`grants.partner_id = ${owner.partnerId}`;
  return view(sql, sql`${mine} ${newestFirst(sql, page, [sql`grants.created_at`, sql`grants.id`])}`);
}

export async function readOf(sql: Queries, accountId: string, id: string): Promise<Grant | null> {
  const [grant] = await view(sql, sql`grants.id = ${id} and grants.account_id = ${accountId}`);
  return grant ?? null;
}

const view = (sql: Queries, condition: Fragment) => sql<Listed<Grant>[]>`
  select grants.id, scopes, grants.conversations and partners.conversations as conversations,
    granted_by as "grantedBy", grants.updated_at as "grantedAt", last_used_at as "lastUsedAt",
    withdrawn_at as "withdrawnAt", ended_by as "endedBy", ${timePosition(sql, sql`grants.created_at`)} as position,
    jsonb_build_object('id', partners.id, 'name', partners.name, 'webhookUrl',
      (select url from webhooks where webhooks.partner_id = partners.id limit 1)) as partner,
    jsonb_build_object('id', accounts.id, 'name', accounts.name) as account,
    case when avatar_ids is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by sort_key, id), '[]')
      from avatars where id = any(avatar_ids) and avatars.account_id = accounts.id and deleted_at is null
    ) end as avatars
  from grants join partners on partners.id = partner_id join accounts on accounts.id = account_id
  where ${condition}`;
