import type { Queries, Sql } from '../db/index.ts';
import { type Clock, type Log, startInterval } from '../kernel/index.ts';
import { discardOrphans } from './webhook-rows.ts';

export const dayMs = 24 * 3_600_000;
/** How long a finished delivery stays in the log, and an event in the feed. */
export const keptDays = 30;
const daysAhead = 3;
const everyMs = 3_600_000;
const stopLimitMs = 2_000;
const movedAtOnce = 1_000;

type Table = {
  readonly name: string;
  readonly at: string;
  readonly keptDays: number;
  /** Selects the ids of rows that are of use although they are older than `limit`; null where there are none. */
  readonly stillOfUse: null | { readonly id: string; rows(limit: string): string };
};

/** A delivery takes about a day and a half at most: what belongs to it is kept for longer than its end in the log. */
const tables: readonly Table[] = [
  // First, since it decides what is still of use of the others.
  { name: 'finished_deliveries', at: 'finished_at', keptDays, stillOfUse: null },
  {
    name: 'events',
    at: 'created_at',
    keptDays: keptDays + 2,
    // Deliveries that were held for long end long after their events, and need them while they are in the log.
    stillOfUse: {
      id: 'id',
      rows: (limit) => `
        select event_id as id from deliveries where event_at < '${limit}'
        union all
        select event_id from finished_deliveries
        where finished_at - event_at > interval '2 days' and event_at < '${limit}'`,
    },
  },
  {
    name: 'attempts',
    at: 'at',
    keptDays: keptDays + 2,
    stillOfUse: { id: 'delivery_id', rows: () => 'select id from deliveries' },
  },
];

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const partitionName = ({ name }: Table, day: string): string => `${name}_${day.replaceAll('-', '')}`;

export type RetentionDeps = { readonly sql: Sql; readonly clock: Clock; readonly log: Log };

/** Keeps partitions for the days to come, and drops those whose days have passed: no row is deleted one by one. */
export async function startRetention(deps: RetentionDeps): Promise<AsyncDisposable> {
  await keepPartitions(deps);
  return startInterval({
    everyMs,
    stopLimitMs,
    run: () => keepPartitions(deps),
    onError: (error) => complain(deps.log, error),
  });
}

const complain = (log: Log, error: unknown) =>
  log.error({ err: error }, 'retention failed; it is tried again in an hour');

/** Whatever fails is tried again an hour later: there are days in reserve, and a catch-all for rows. */
export async function keepPartitions({ sql, clock, log }: RetentionDeps): Promise<void> {
  const now = clock.now();
  for (const table of tables) await keepTable(sql, table, now).catch((error) => complain(log, error));
  await discardOrphans(sql, now).catch((error) => complain(log, error));
}

async function keepTable(sql: Sql, table: Table, now: number): Promise<void> {
  for (let day = 0; day <= daysAhead; day++) await addPartition(sql, table, now + day * dayMs);
  await dropOld(sql, table, now);
  await deleteStrays(sql, table, now);
}

/**
 * Everybody who writes an event waits behind whoever waits for a table's lock. A backup holds one for long: better
 * to come again later.
 */
const briefly = <T>(sql: Sql, work: (tx: Queries) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`set local lock_timeout = '500ms'`;
    return await work(tx);
  });

async function addPartition(sql: Sql, table: Table, ms: number): Promise<void> {
  const [day, next] = [dayOf(ms), dayOf(ms + dayMs)];
  const name = partitionName(table, day);
  const [found] = await sql<{ known: boolean }[]>`select to_regclass(${name}) is not null as known`;
  if (found?.known) return;
  const bounds = `from ('${day} 00:00:00+00') to ('${next} 00:00:00+00')`;
  await briefly(sql, async (tx) => {
    await tx.unsafe(`create table ${name} (like ${table.name} including defaults including constraints)`);
    await tx.unsafe(`lock table ${table.name}_other in access exclusive mode`);
    // Rows came for that day before it had a place of its own: the clock jumped, or nobody looked for days.
    await tx.unsafe(`
      with early as (delete from ${table.name}_other where ${table.at} >= '${day} 00:00:00+00'
        and ${table.at} < '${next} 00:00:00+00' returning *)
      insert into ${name} select * from early`);
    await tx.unsafe(`alter table ${table.name} attach partition ${name} for values ${bounds}`);
  });
}

async function dropOld(sql: Sql, table: Table, nowMs: number): Promise<void> {
  const oldest = dayOf(nowMs - table.keptDays * dayMs);
  const found = await sql<{ name: string }[]>`
    select child.relname as name from pg_inherits
      join pg_class child on child.oid = inhrelid
    where inhparent = ${table.name}::regclass and child.relname ~ ${`^${table.name}_[0-9]{8}$`}
      and child.relname < ${partitionName(table, oldest)}
    order by name`;
  for (const { name } of found) {
    if (await holdsMuchOfUse(sql, table, name, oldest)) {
      // Moving so much would keep everybody waiting: the partition stays, and what is of no use goes from it.
      await sql.unsafe(`delete from ${name} as old where not ${isOfUse(table, oldest)}`);
    } else {
      await dropPartition(sql, table, name, oldest);
    }
  }
}

async function holdsMuchOfUse(sql: Sql, table: Table, name: string, limit: string): Promise<boolean> {
  const found = await sql.unsafe(
    `select from ${name} as old where ${isOfUse(table, limit)} limit ${movedAtOnce + 1}`,
  );
  return found.length > movedAtOnce;
}

async function dropPartition(sql: Sql, table: Table, name: string, limit: string): Promise<void> {
  await briefly(sql, async (tx) => {
    // Looked for before the lock is taken: nothing of that age begins to be of use any more.
    await tx.unsafe(`
      create temporary table kept on commit drop as select * from ${name} as old where ${isOfUse(table, limit)}`);
    await tx.unsafe(`alter table ${table.name} detach partition ${name}`);
    await tx.unsafe(`insert into ${table.name} select * from kept`);
    await tx.unsafe(`drop table ${name}`);
  });
}

/** The catch-all partitions hold little: what was still of use, and what came while a partition was missing. */
async function deleteStrays(sql: Sql, table: Table, nowMs: number): Promise<void> {
  const limit = new Date(nowMs - table.keptDays * dayMs).toISOString();
  await sql.unsafe(`
    delete from ${table.name}_other as old where ${table.at} < '${limit}' and not ${isOfUse(table, limit)}`);
}

function isOfUse({ stillOfUse }: Table, limit: string): string {
  if (stillOfUse === null) return 'false';
  return `exists (select from (${stillOfUse.rows(limit)}) as used where used.id = old.${stillOfUse.id})`;
}
