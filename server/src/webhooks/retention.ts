import type { Sql } from '../db/index.ts';
import type { Clock, Log } from '../kernel/index.ts';

const keptDays = 30;
const daysAhead = 3;
const dayMs = 24 * 3_600_000;
const tables = ['events', 'finished_deliveries', 'attempts'] as const;
const everyMs = 3_600_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const partitionName = (table: string, day: string): string => `${table}_${day.replaceAll('-', '')}`;

/** Keeps partitions for the days to come, and drops those whose days have passed: no row is deleted one by one. */
export function startRetention(needs: { sql: Sql; clock: Clock; log: Log }): Disposable {
  const run = () =>
    keepPartitions(needs.sql, needs.clock.now()).catch((error: unknown) => {
      needs.log.error({ err: error }, 'partitions could not be kept');
    });
  const timer = setInterval(run, everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

export async function keepPartitions(sql: Sql, nowMs: number): Promise<{ dropped: string[] }> {
  for (const table of tables) {
    for (let day = 0; day <= daysAhead; day++) await addPartition(sql, table, nowMs + day * dayMs);
  }
  const dropped: string[] = [];
  for (const table of tables) dropped.push(...(await dropOld(sql, table, nowMs)));
  await deleteStrays(sql, nowMs);
  return { dropped };
}

async function addPartition(sql: Sql, table: string, ms: number): Promise<void> {
  const [day, next] = [dayOf(ms), dayOf(ms + dayMs)];
  const name = partitionName(table, day);
  const [known] = await sql`select to_regclass(${name}) is not null as known`;
  if (known?.known) return;
  // Rows of that day that already lie in the catch-all keep it from being made; they stay there until they are old.
  await sql
    .unsafe(
      `create table if not exists ${name} partition of ${table} for values from ('${day}') to ('${next}')`,
    )
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === '23514')) throw error;
    });
}

async function dropOld(sql: Sql, table: string, nowMs: number): Promise<string[]> {
  const oldest = partitionName(table, dayOf(nowMs - keptDays * dayMs));
  const found = await sql<{ name: string }[]>`
    select child.relname as name from pg_inherits
      join pg_class parent on parent.oid = inhparent
      join pg_class child on child.oid = inhrelid
    where parent.relname = ${table} and child.relname ~ ${`^${table}_[0-9]{8}$`} and child.relname < ${oldest}
    order by name`;
  for (const { name } of found) {
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      await tx.unsafe(`alter table ${table} detach partition ${name}`);
      if (table === 'events') await rescueWaiting(tx, name);
      await tx.unsafe(`drop table ${name}`);
    });
  }
  return found.map(({ name }) => name);
}

/** What still waits to be sent is kept, however old: it moves to the catch-all. */
async function rescueWaiting(
  tx: { unsafe(text: string): PromiseLike<unknown> },
  name: string,
): Promise<void> {
  await tx.unsafe(`
    insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body, position, txid)
    select id, created_at, account_id, avatar_id, session_id, sequence, name, body, position, txid from ${name}
    where exists (select from deliveries where deliveries.event_id = ${name}.id)`);
}

/** The catch-all partitions hold little: what was rescued, and what came in while a partition was missing. */
async function deleteStrays(sql: Sql, nowMs: number): Promise<void> {
  const limit = new Date(nowMs - keptDays * dayMs);
  await sql`
    delete from events_other where created_at < ${limit}
      and not exists (select from deliveries where deliveries.event_id = events_other.id)`;
  await sql`delete from finished_deliveries_other where finished_at < ${limit}`;
  await sql`delete from attempts_other where at < ${limit}`;
}
