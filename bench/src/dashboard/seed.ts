import type { Sql } from 'postgres';

export const counts = { avatars: 5_000, sessions: 100_000, deliveries: 1_000_000, waiting: 40_000 } as const;
export const webhookCount = 20;
const dayMs = 86_400_000;
const batch = 100_000;
const letters = ['connection:state-changed', 'session:conversation', 'agent:message'];

/** A busy account's three months, beside many small accounts. `sql` must be a single connection. */
export async function seed(sql: Sql, accountId: string, say: (line: string) => void, signal: AbortSignal) {
  await sql`set session_replication_role = replica`;
  await addPartitions(sql);
  await addAvatars(sql, accountId);
  say(`${counts.avatars} avatars`);
  for (let from = 1; from <= counts.sessions; from += batch / 4) {
    signal.throwIfAborted();
    await addSessions(sql, accountId, from, Math.min(counts.sessions, from + batch / 4 - 1));
  }
  say(`${counts.sessions} sessions with their turns, words and events`);
  for (let from = 1; from <= counts.deliveries; from += batch) {
    signal.throwIfAborted();
    await addDeliveries(sql, accountId, from, Math.min(counts.deliveries, from + batch - 1));
  }
  await addWaiting(sql, accountId);
  say(`${counts.deliveries} deliveries, ${counts.waiting} of them waiting`);
  await addOthers(sql, accountId);
  await sql`reset session_replication_role`;
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/** As the service would have made them, day by day. */
async function addPartitions(sql: Sql): Promise<void> {
  for (let day = 30; day >= 1; day--) {
    const [from, to] = [day, day - 1].map((ago) =>
      new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10),
    );
    for (const table of ['events', 'finished_deliveries', 'attempts']) {
      await sql.unsafe(
        `create table if not exists ${table}_${from?.replaceAll('-', '')} partition of ${table}
         for values from ('${from} 00:00:00+00') to ('${to} 00:00:00+00')`,
      );
    }
  }
}

async function addAvatars(sql: Sql, accountId: string): Promise<void> {
  await sql`
    insert into webhooks (id, account_id, name, url, state, failures, secret_sealed)
    select 'whk_bench' || number, ${accountId}, 'Receiver ' || number, 'https://example.com/' || number,
      case when number = 2 then 'paused' else 'active' end, case when number = 2 then 20 else 0 end, null
    from generate_series(1, ${webhookCount}) number`;
  await sql`
    insert into avatars (account_id, name, sort_key, version, webhook_id, endpoint_url)
    select ${accountId}, name, lower(name), 1000 + number, 'whk_bench' || 1 + number % ${webhookCount},
      'https://example.com/agent'
    from (select number, (array['Guide', 'Teller', 'Helper', 'Host', 'Tutor'])[1 + number % 5] || ' ' || md5(number::text)
      as name from generate_series(1, ${counts.avatars}) number) as named`;
  await sql`update accounts set avatars_version = 1000 + ${counts.avatars}::int where id = ${accountId}`;
}

async function addSessions(sql: Sql, accountId: string, from: number, to: number): Promise<void> {
  const [first] = await sql<
    { id: number }[]
  >`select min(id)::int as id from avatars where webhook_id is not null`;
  const sessions = sql`
    select number, 'ses_' || lpad(number::text, 24, 'b') as id, ${first?.id ?? 0}::bigint
        + (case when number % 3 = 0 then number % 10 else number % ${counts.avatars} end) as avatar,
      now() - number * interval '77 seconds' as at, number > 400 as over
    from generate_series(${from}::int, ${to}::int) number`;
  await sql`
    insert into visitors (id, account_id, page_user_id, last_seen, created_at)
    select 2000000000000 + number, ${accountId}, 'user-' || number, at, at from (${sessions}) as made`;
  await sql`
    insert into sessions (id, account_id, avatar_id, visitor_id, page_user_id, user_name, user_last_seen, state,
      max_session_duration, resume_hash, created_at, first_connected_at, connected_at, connected_ms, ended_at,
      end_reason, login, logout)
    select id, ${accountId}, avatar, 2000000000000 + number, 'user-' || number, 'Visitor ' || number, at,
      case when over then 'ended' else 'connected' end, -1, '\\x00', at, at, case when over then null else at end,
      120000, case when over then at + interval '2 minutes' end, case when over then 'hangup' end, 'done',
      case when over then 'done' else 'none' end
    from (${sessions}) as made`;
  await sql`
    insert into messages (session_id, number, speaker, message, at)
    select id, part, case when part % 2 = 1 then 'user' else 'avatar' end, 'Some words of number ' || part,
      at + part * interval '5 seconds'
    from (${sessions}) as made, generate_series(1, 8) part`;
  await sql`
    insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at,
      first_audio_at, ended_at, outcome)
    select id, part, 'chat', moment, moment + interval '5 ms', moment + took * 0.6, moment + took * 0.7,
      moment + took, moment + interval '4 seconds', case when number % 50 = 0 then 'failed' else 'answered' end
    from (${sessions}) as made, generate_series(1, 4) part,
      lateral (select at + part * interval '10 seconds' as moment,
        (200 + (number * 7919 + part * 104729) % 1500) * interval '1 ms' as took) as times`;
  await sql`
    insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body)
    select 'evt_s' || number || '_' || part, at, ${accountId}, avatar, id, part, 'connection:state-changed',
      '{"message_type":"Event","name":"connection:state-changed","details":{"state":"connected","timestamp":0}}'
    from (${sessions}) as made, generate_series(1, 3) part where at > now() - interval '29 days'`;
}

async function addDeliveries(sql: Sql, accountId: string, from: number, to: number): Promise<void> {
  await sql`
    insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
      state, attempts, created_at, finished_at, success_at, success_ms, success_status)
    select number, ${accountId}, 'whk_bench' || case when number % 2 = 0 then 1 else 1 + number % ${webhookCount} end,
      'evt_d' || number, at, case when number % 100000 = 0 then 'agent:error'
        else (${letters}::text[])[1 + number % 3] end, 'ses_' || lpad((number / 10)::text, 24, 'b'), 1,
      case when number % 400 = 0 then 'exhausted' else 'delivered' end, case when number % 400 = 0 then 8 else 1 end,
      at, at + interval '1 second', case when number % 400 = 0 then null else at end, 20, 200
    from (select number, now() - (${counts.deliveries}::int - number) * interval '2.5 seconds' as at
      from generate_series(${from}::int, ${to}::int) number) as made`;
  await sql`
    insert into attempts (delivery_id, at, kind, duration_ms, status, problem)
    select number, now() - (${counts.deliveries}::int - number) * interval '2.5 seconds', 'scheduled', 30, 500,
      'The receiver answered with HTTP 500. It must answer with a 2xx status.'
    from generate_series(${from}::int, ${to}::int) number where number % 400 = 0`;
}

async function addWaiting(sql: Sql, accountId: string): Promise<void> {
  await sql`
    insert into deliveries (id, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, attempts,
      due_at, created_at)
    overriding system value
    select ${counts.deliveries} + number, ${accountId}, 'whk_bench' || 2 + number % 2, 'evt_w' || number, now(),
      'agent:message', 'ses_' || lpad(number::text, 24, 'b'), 1, 1, now() + interval '5 hours', now()
    from generate_series(1, ${counts.waiting}) number`;
  await sql`select setval(pg_get_serial_sequence('deliveries', 'id'), ${counts.deliveries + counts.waiting})`;
}

async function addOthers(sql: Sql, accountId: string): Promise<void> {
  await sql`
    insert into accounts (id, name, created_at)
    select 'acc_bench' || number, 'Company ' || number, now() - number * interval '1 hour'
    from generate_series(1, 2000) number`;
  await sql`
    insert into api_keys (id, account_id, name, hash, last4, permissions)
    select 'key_bench' || number, ${accountId}, 'Key ' || number, sha256(number::text::bytea), 'abcd',
      '{read_avatars}' from generate_series(1, 200) number`;
  await sql`
    insert into audit_log (account_id, at, who, action, target_kind, target_id, details)
    select ${accountId}, now() - (200000 - number) * interval '10 seconds', 'owner@localhost',
      case when number % 1000 = 0 then 'keys.create' else 'avatars.update' end, 'avatar', number::text, '{"name":"x"}'
    from generate_series(1, 200000) number`;
  await sql`
    insert into mails (recipient, subject, body, created_at, sent_at)
    select 'p' || number || '@example.com', 'Hello', repeat('text ', 100), now() - number * interval '1 minute', now()
    from generate_series(1, 20000) number`;
}
