import type { Sql } from 'postgres';

export const backlogAccounts = 200;
const webhooksPerAccount = 10;
const rowsAtOnce = 100_000;

/**
 * Fills the queue with waiting deliveries of many accounts, as after failures of receivers. Half of them are due later,
 * after a failed attempt. Half are held because their webhook is paused. `sql` must be a single connection.
 */
export async function fillBacklog(sql: Sql, rows: number, signal: AbortSignal): Promise<void> {
  await sql`
    insert into accounts (id, name)
    select 'acc_backlog' || number, 'Backlog ' || number from generate_series(1, ${backlogAccounts}) number`;
  await sql`
    insert into webhooks (id, account_id, name, url, state, failures, paused_at)
    select 'wh_backlog' || number, 'acc_backlog' || 1 + (number - 1) / ${webhooksPerAccount}, 'Backlog',
      'http://127.0.0.1:9/', case when number % 2 = 0 then 'paused' else 'active' end,
      case when number % 2 = 0 then 20 else 1 end, case when number % 2 = 0 then now() end
    from generate_series(1, ${backlogAccounts * webhooksPerAccount}) number`;
  // The references between the rows are valid. To check each of them would take half of the time.
  await sql`set session_replication_role = replica`;
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    signal.throwIfAborted();
    await fillSome(sql, from, Math.min(rows, from + rowsAtOnce - 1));
  }
  await sql`reset session_replication_role`;
  for (const table of ['events', 'deliveries']) await sql`vacuum (analyze) ${sql(table)}`;
  await sql`checkpoint`;
}

async function fillSome(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    with given as (
      select number, 1 + number % ${backlogAccounts * webhooksPerAccount} as webhook,
        'evt_backlog' || lpad(number::text, 16, '0') as id, now() - interval '1 hour' as at
      from generate_series(${from}::int, ${to}::int) number
    ), written as (
      insert into events (id, created_at, account_id, session_id, sequence, name, body)
      select id, at, 'acc_backlog' || 1 + (webhook - 1) / ${webhooksPerAccount}, 'ses_backlog' || number, 1,
        'agent:error', '{"message_type":"Event","name":"agent:error","details":{"error":"' || repeat('x', 200) || '"}}'
      from given
    )
    insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, attempts,
      due_at)
    select 'acc_backlog' || 1 + (webhook - 1) / ${webhooksPerAccount}, 'wh_backlog' || webhook, id, at, 'agent:error',
      'ses_backlog' || number, 1, 1,
      case when webhook % 2 = 0 then at else now() + interval '1 hour' + random() * interval '8 hours' end
    from given`;
}
