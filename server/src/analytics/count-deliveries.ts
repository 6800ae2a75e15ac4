import type { Queries, Sql } from '../db/index.ts';

const hourMs = 3_600_000;
/** A delivery may be stored a little after the hour that it belongs to. */
const graceMs = 5 * 60_000;
const mark = 'deliveries-counted-until';
const oldestMs = 30 * 24 * hourMs;

/** Counts the next whole hour of deliveries that is over. Returns true if there may be another one. */
export async function countDeliveries(sql: Sql, nowMs: number): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const start = await countedUntil(tx, nowMs);
    await tx`insert into installation (name, value) values (${mark}, ${String(start)}) on conflict do nothing`;
    // Only one process counts at a time.
    const [held] = await tx<{ value: string }[]>`
      select value from installation where name = ${mark} for update skip locked`;
    if (held === undefined) return false;
    const fromMs = Number(held.value);
    const toMs = fromMs + hourMs;
    if (toMs + graceMs > nowMs) return false;
    await tx`
      insert into webhook_hours (webhook_id, hour, delivered, failed)
      select webhook_id, to_timestamp(${fromMs}::bigint / 1000.0), count(*) filter (where state = 'delivered'),
        count(*) filter (where state = 'exhausted')
      from finished_deliveries
      where finished_at >= to_timestamp(${fromMs}::bigint / 1000.0)
        and finished_at < to_timestamp(${toMs}::bigint / 1000.0) and event_name <> 'webhook.test'
      group by webhook_id order by webhook_id
      on conflict (webhook_id, hour) do update set delivered = excluded.delivered, failed = excluded.failed`;
    await tx`update installation set value = ${String(toMs)} where name = ${mark}`;
    return true;
  });
}

/** Before the first count, this is the age of the log: nothing older is kept. */
export async function countedUntil(sql: Queries, nowMs: number): Promise<number> {
  const [row] = await sql<{ value: string }[]>`select value from installation where name = ${mark}`;
  if (row !== undefined) return Number(row.value);
  const [first] = await sql<
    { at: number | null }[]
  >`select ms(min(finished_at)) as at from finished_deliveries`;
  const start = Math.max(first?.at ?? nowMs - hourMs, nowMs - oldestMs);
  return Math.floor(start / hourMs) * hourMs;
}
