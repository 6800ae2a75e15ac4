import type { OperatorAccount } from '@parley/protocol/management';
import type { Queries, Sql } from '../../db/index.ts';
import { notFound } from '../../kernel/index.ts';

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
export async function listAccounts(
  sql: Sql,
  input: { search: string; after: { at: string; id: string } | null; limit: number },
): Promise<(OperatorAccount & { place: string })[]> {
  const { search, after, limit } = input;
  const at = after && sql`'epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond'`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return await sql<(OperatorAccount & { place: string })[]>`
    select ${columns(sql)}, (extract(epoch from created_at) * 1000000)::bigint::text as place from (
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

export async function readAccount(sql: Sql, id: string): Promise<OperatorAccount> {
  const [found] = await sql<OperatorAccount[]>`select ${columns(sql)} from accounts where id = ${id}`;
  if (found === undefined) throw notFound('There is no such account.');
  return found;
}
