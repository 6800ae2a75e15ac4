import type { Account, OperatorAccount } from '@parley/protocol/management';
import { type Listed, momentOf, type Queries, type TimePage, timePosition } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';

export type AccountSearch = TimePage & { readonly search: string };

type AccountCounts = Account['has'];

const columns = (sql: Queries) => sql`
  accounts.id, accounts.name, ms(accounts.created_at) as "createdAt",
  (select coalesce(array_agg(email order by email), '{}') from members join people on people.id = person_id
    where account_id = accounts.id and role = 'owner') as owners,
  (select count(*)::int from members where account_id = accounts.id) as members,
  (select count(*)::int from avatars where account_id = accounts.id and deleted_at is null) as avatars,
  (select count(*)::int from sessions where account_id = accounts.id and state <> 'ended') as "liveSessions",
  (select coalesce(array_agg(account_events.name order by account_events.name), '{}') from account_events
    where account_id = accounts.id) as "extendedEvents"`;

/** `search` is a part of the name, an owner's address, or an id. */
export async function listAccounts(sql: Queries, input: AccountSearch): Promise<Listed<OperatorAccount>[]> {
  const { search, after, limit } = input;
  const at = after && momentOf(sql, after);
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return await sql<Listed<OperatorAccount>[]>`
    select ${columns(sql)}, ${timePosition(sql, sql`created_at`)} as position from (
      select * from accounts where true
        ${
          search === ''
            ? sql``
            : sql`and (name ilike ${pattern} or id = ${search} or id in (
          select account_id from members join people on people.id = person_id where email ilike ${pattern}))`
        }
        ${at === null ? sql`` : sql`and created_at <= ${at} and (created_at < ${at} or id < ${after?.id ?? ''})`}
      order by created_at desc, id desc limit ${limit}
    ) as accounts order by created_at desc, id desc`;
}

export async function readAccount(sql: Queries, id: string): Promise<OperatorAccount> {
  const [found] = await sql<OperatorAccount[]>`select ${columns(sql)} from accounts where id = ${id}`;
  if (found === undefined) throw notFound('This account does not exist. Check its id.');
  return found;
}

/** Counting stops at 1,000: the pages only need to know whether there are any. */
export async function count(sql: Queries, accountId: string, demoUrl: string): Promise<AccountCounts> {
  const [row] = await sql<AccountCounts[]>`
    select
      (select count(*)::int from (
        select from avatars where account_id = ${accountId} and deleted_at is null limit 1000) as counted) as avatars,
      (select count(*)::int from (
        select from avatars where account_id = ${accountId} and deleted_at is null
          and (endpoint_url <> ${demoUrl} or model_url is not null) limit 1000) as counted) as "avatarsWithOwnBrain",
      (select count(*)::int from (
        select from api_keys where account_id = ${accountId} and revoked_at is null limit 1000) as counted) as keys,
      (select count(*)::int from (
        select from webhooks where account_id = ${accountId} and deleted_at is null limit 1000) as counted) as webhooks,
      (select count(*)::int from (
        select from sessions where account_id = ${accountId} limit 1000) as counted) as sessions,
      exists (select from accounts where id = ${accountId} and embedded_at is not null) as embedded`;
  return row ?? { avatars: 0, avatarsWithOwnBrain: 0, embedded: false, keys: 0, webhooks: 0, sessions: 0 };
}
