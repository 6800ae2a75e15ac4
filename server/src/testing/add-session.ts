import type { Sql } from '../db/index.ts';

let visitors = 0;

/** The row of a session that has ended, for rows that belong to one. Without an avatar it gets an account and an avatar of its own. */
export async function addSession(sql: Sql, id: string, avatarId: number | null = null): Promise<void> {
  visitors += 1;
  const avatar = avatarId ?? (await addAvatar(sql, `acc_of_${id}`));
  await sql`
    with avatar as (select account_id, webhook_id from avatars where id = ${avatar}),
      visitor as (
        insert into visitors (id, account_id, last_seen)
        select ${7_000_000_000_000 + visitors}, account_id, now() from avatar returning id
      )
    insert into sessions (id, account_id, avatar_id, visitor_id, user_name, user_last_seen, state, max_session_duration,
      resume_hash, created_at, webhook_id)
    select ${id}, account_id, ${avatar}, visitor.id, 'Guest', now(), 'ended', -1, '\\x00', now(), webhook_id
    from avatar, visitor`;
}

async function addAvatar(sql: Sql, accountId: string): Promise<number> {
  await sql`insert into accounts (id, name) values (${accountId}, 'Test')`;
  const [avatar] = await sql<{ id: number }[]>`
    insert into avatars (account_id, name, sort_key, version) values (${accountId}, 'Test', 'test', 1) returning id`;
  return avatar?.id ?? 0;
}
