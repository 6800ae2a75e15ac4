import type { Sql } from 'postgres';

export const avatarCount = 100_000;
export const pageSize = 20;

/**
 * Fills the account up to 100,000 avatars. The rows are the same as after that many calls: each has the account's next
 * version and its sort key, which for these plain names is the name in lower case. The baseline gets the same rows in
 * its own table with its own index.
 */
export async function seedAvatars(sql: Sql, accountId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into avatars (account_id, name, sort_key, version)
      select accounts.id, names.name, lower(names.name), accounts.avatars_version + names.number
      from accounts, (
        select number, 'Avatar ' || lpad(number::text, 6, '0') || ' rev 00000000' as name
        from generate_series(1, ${avatarCount} - (select count(*)::int from avatars where account_id = ${accountId})) number
      ) names
      where accounts.id = ${accountId}`;
    await tx`
      update accounts set avatars_version = (select max(version) from avatars where account_id = ${accountId})
      where id = ${accountId}`;
    await tx`create table bench_avatars (
      id bigint primary key, account_id text not null, name text not null, sort_key text collate "C" not null)`;
    await tx`
      insert into bench_avatars select id, account_id, name, sort_key from avatars where account_id = ${accountId}`;
    await tx`create index bench_avatars_sorted on bench_avatars (account_id, sort_key, id) include (name)`;
  });
  await sql`vacuum (analyze) avatars`;
  await sql`vacuum (analyze) bench_avatars`;
}

export type Row = { readonly id: string; readonly name: string };

/** The expected page, found by plain counting. */
export async function readPage(sql: Sql, accountId: string, page: number): Promise<Row[]> {
  return await sql<Row[]>`
    select id, name from avatars where account_id = ${accountId}
    order by sort_key, id limit ${pageSize} offset ${page * pageSize}`;
}
