import { type Queries, type Sql, unlessLocked } from '../../db/index.ts';
import { dayMs, keptDays } from '../../events/index.ts';
import { type Clock, type Log, startInterval } from '../../kernel/index.ts';
import { discardOrphans } from './finish-waiting.ts';

const daysAhead = 3;
const everyMs = 3_600_000;
const stopLimitMs = 2_000;
const movedAtOnce = 1_000;

type Table = {
  readonly name: string;
  readonly at: string;
  readonly keptDays: number;
  /** Selects the ids of rows that are needed although they are older than `limit`. Null: no old row is needed. */
  readonly stillNeeded: null | { readonly id: string; rows(limit: string): string };
};

/** A delivery takes up to a day and a half, so its event and attempts are kept two days longer than its log entry. */
const tables: readonly Table[] = [
  // First, because it decides which rows of the other tables are still needed.
  { name: 'finished_deliveries', at: 'finished_at', keptDays, stillNeeded: null },
  {
    name: 'events',
    at: 'created_at',
    keptDays: keptDays + 2,
    // A delivery that was held for long finishes long after its event, and needs it while it is in the log.
    stillNeeded: {
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
    stillNeeded: { id: 'delivery_id', rows: () => 'select id from deliveries' },
  },
  // An event gets its rank after it was created, and is in the feed for 30 days.
  { name: 'feed_entries', at: 'at', keptDays: keptDays + 2, stillNeeded: null },
];

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const partitionName = ({ name }: Table, day: string): string => `${name}_${day.replaceAll('-', '')}`;

export type RetentionDeps = { readonly sql: Sql; readonly clock: Clock; readonly log: Log };

/** Creates partitions for the coming days and drops expired ones, so that rows need not be deleted one by one. */
export async function startRetention(deps: RetentionDeps): Promise<AsyncDisposable> {
  await maintainPartitions(deps);
  return startInterval({
    everyMs,
    stopLimitMs,
    run: () => maintainPartitions(deps),
    onError: (error) => logFailure(deps.log, error),
  });
}

const logFailure = (log: Log, error: unknown) =>
  log.error({ err: error }, 'could not delete old data, trying again in an hour');

/** A failure is retried an hour later. Nothing is lost: there are partitions for days ahead, and a catch-all. */
export async function maintainPartitions({ sql, clock, log }: RetentionDeps): Promise<void> {
  const now = clock.now();
  // Several processes do this at the same time.
  await unlessLocked(sql, 'retention', async () => {
    for (const table of tables) await maintainTable(sql, table, now).catch((error) => logFailure(log, error));
    await discardOrphans(sql, now).catch((error) => logFailure(log, error));
  });
}

async function maintainTable(sql: Sql, table: Table, now: number): Promise<void> {
  for (const day of await daysWithoutPartition(sql, table, now)) await addPartition(sql, table, day);
  await dropOld(sql, table, now);
  await deleteStrays(sql, table, now);
}

/**
 * While this waits for a table lock, all writers of events wait behind it. A backup can hold such a lock for long, so
 * this gives up soon and tries again later.
 */
const withBriefLock = <T>(sql: Sql, work: (tx: Queries) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`set local lock_timeout = '500ms'`;
    await tx`set local statement_timeout = 0`;
    return await work(tx);
  });

/** A partition can have so many rows that deleting them takes longer than other statements may. */
const withoutLimit = (sql: Sql, statement: string) =>
  sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx.unsafe(statement);
  });

/** Today and the days ahead that have no partition yet, each as a time in it. */
async function daysWithoutPartition(sql: Sql, table: Table, now: number): Promise<number[]> {
  const days = Array.from({ length: daysAhead + 1 }, (_, day) => now + day * dayMs);
  const names = days.map((ms) => partitionName(table, dayOf(ms)));
  const missing = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as wanted (name) where to_regclass(name) is null`;
  return days.filter((_, day) => missing.some(({ name }) => name === names[day]));
}

async function addPartition(sql: Sql, table: Table, ms: number): Promise<void> {
  const [day, next] = [dayOf(ms), dayOf(ms + dayMs)];
  const name = partitionName(table, day);
  const bounds = `from ('${day} 00:00:00+00') to ('${next} 00:00:00+00')`;
  await withBriefLock(sql, async (tx) => {
    await tx.unsafe(`create table ${name} (like ${table.name} including defaults including constraints)`);
    await tx.unsafe(`lock table ${table.name}_other in access exclusive mode`);
    // Rows of that day may already be in the catch-all: the clock jumped, or the service was stopped for days.
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
    if (await holdsManyNeeded(sql, table, name, oldest)) {
      // Moving this many rows would block writers. The partition stays, and only rows that are not needed are deleted.
      await withoutLimit(sql, `delete from ${name} as old where not ${isNeeded(table, oldest)}`);
    } else {
      await dropPartition(sql, table, name, oldest);
    }
  }
}

async function holdsManyNeeded(sql: Sql, table: Table, name: string, limit: string): Promise<boolean> {
  const found = await sql.unsafe(
    `select from ${name} as old where ${isNeeded(table, limit)} limit ${movedAtOnce + 1}`,
  );
  return found.length > movedAtOnce;
}

async function dropPartition(sql: Sql, table: Table, name: string, limit: string): Promise<void> {
  await withBriefLock(sql, async (tx) => {
    // Read before the lock is taken. A row this old cannot become needed again.
    await tx.unsafe(`
      create temporary table kept on commit drop as select * from ${name} as old where ${isNeeded(table, limit)}`);
    await tx.unsafe(`alter table ${table.name} detach partition ${name}`);
    await tx.unsafe(`insert into ${table.name} select * from kept`);
    await tx.unsafe(`drop table ${name}`);
  });
}

/** The catch-all partitions hold few rows: old ones that are needed, and rows written while a partition was missing. */
async function deleteStrays(sql: Sql, table: Table, nowMs: number): Promise<void> {
  const limit = new Date(nowMs - table.keptDays * dayMs).toISOString();
  await withoutLimit(
    sql,
    `delete from ${table.name}_other as old where ${table.at} < '${limit}' and not ${isNeeded(table, limit)}`,
  );
}

function isNeeded({ stillNeeded }: Table, limit: string): string {
  if (stillNeeded === null) return 'false';
  return `exists (select from (${stillNeeded.rows(limit)}) as used where used.id = old.${stillNeeded.id})`;
}
