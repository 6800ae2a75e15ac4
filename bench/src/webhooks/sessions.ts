import type { openDatabase } from '../service/open-database.ts';

const sessionsEach = 250;

export const sessionIdOf = (avatarId: number, number: number): string =>
  `ses_bench${avatarId}of${number % sessionsEach}`;

/** Events are written only for sessions that exist, and go to the webhook of their session. */
export async function addSessions(sql: ReturnType<typeof openDatabase>, accountId: string): Promise<void> {
  await sql`
    with visitor as (
      insert into visitors (id, account_id, last_seen) values (1750000000001, ${accountId}, now()) returning id
    )
    insert into sessions (id, account_id, avatar_id, visitor_id, user_name, user_last_seen, state, max_session_duration,
      resume_hash, created_at, webhook_id)
    select 'ses_bench' || avatars.id || 'of' || number, avatars.account_id, avatars.id, visitor.id, 'Guest', now(), 'ended', -1,
      '\\x00', now(), webhook_id
    from (select * from avatars where webhook_id is not null) as avatars, visitor,
      generate_series(0, ${sessionsEach - 1}::integer) as number`;
}
