import type { Visitor } from '@parley/protocol/management';
import { type Listed, momentOf, type Queries, type Sql, type TimePage, timePosition } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';

const columns = (sql: Queries) => sql`
  visitors.id::text as id, page_user_id as "pageUserId", ms(created_at) as "createdAt", ms(last_seen) as "lastSeenAt",
  (select user_name from sessions where visitor_id = visitors.id order by created_at desc limit 1) as name,
  (select count(*)::int from (
    select from sessions where visitor_id = visitors.id limit 1000) as counted) as sessions`;

export async function listVisitors(
  sql: Sql,
  accountId: string,
  input: TimePage & { readonly search: string },
): Promise<Listed<Visitor>[]> {
  const { search, after, limit } = input;
  const at = after && momentOf(sql, after);
  const prefix = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const number = /^\d{13,16}$/.test(search) ? search : null;
  return await sql<Listed<Visitor>[]>`
    select ${columns(sql)}, ${timePosition(sql, sql`last_seen`)} as position from (
      select * from visitors where account_id = ${accountId}
        ${search === '' ? sql`` : sql`and (page_user_id like ${prefix} or id = ${number}::bigint)`}
        ${at === null ? sql`` : sql`and last_seen <= ${at} and (last_seen < ${at} or id < ${after?.id ?? '0'}::bigint)`}
      order by last_seen desc, id desc limit ${limit}
    ) as visitors order by last_seen desc, id desc`;
}

export async function readVisitor(sql: Queries, accountId: string, id: string): Promise<Visitor> {
  const [found] = /^\d{13,16}$/.test(id)
    ? await sql<Visitor[]>`
        select ${columns(sql)} from visitors where id = ${id}::bigint and account_id = ${accountId}`
    : [];
  if (found === undefined) throw notFound('This visitor does not exist. Check the id.');
  return found;
}
