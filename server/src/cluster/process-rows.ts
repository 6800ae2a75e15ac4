import type { Queries } from '../db/index.ts';

/** What a process reports about itself with each beat. */
export type ProcessReport = {
  readonly roles: readonly string[];
  readonly sessions: number;
  /** How late the event loop ran since the last beat. */
  readonly lagMs: number;
  readonly draining: boolean;
  readonly redis: 'up' | 'away' | null;
};

export type ProcessFacts = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly url: string | null;
  readonly startedAt: number;
};

export type ProcessRow = ProcessFacts &
  ProcessReport & {
    readonly beatAt: number;
    /** Whether its lease has not run out. */
    readonly alive: boolean;
  };

/** A process whose sessions are taken over. */
export type ReplacedProcess = { readonly id: string; readonly lastBeatAt: number };

const moment = (sql: Queries, ms: number) => sql`to_timestamp(${ms}::bigint / 1000.0)`;
// Not now(): a statement that waited in a paused database would write a lease that is already over.
const leaseEnd = (sql: Queries, leaseMs: number) =>
  sql`clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond'`;

/** Whether the last beat is younger than half a lease. */
const isPunctual = (sql: Queries, leaseMs: number) =>
  sql`lease_until > clock_timestamp() + ${leaseMs / 2}::integer * interval '1 millisecond'`;

/** The row may exist already, if an earlier answer was lost. If others have marked it since, the next beat fails. */
export async function insertProcess(
  sql: Queries,
  facts: ProcessFacts,
  report: ProcessReport,
  leaseMs: number,
): Promise<void> {
  const { id, host, pid, version, url, startedAt } = facts;
  const { roles, sessions, lagMs, draining, redis } = report;
  await sql`
    insert into processes (id, host, pid, version, url, started_at, beat_at, lease_until, steady_since, roles, sessions, lag_ms,
      draining, redis)
    values (${id}, ${host}, ${pid}, ${version}, ${url}, ${moment(sql, startedAt)}, ${moment(sql, startedAt)},
      ${leaseEnd(sql, leaseMs)}, clock_timestamp(), ${[...roles]}::text[], ${sessions}, ${lagMs}, ${draining}, ${redis})
    on conflict (id) do nothing`;
}

/** Renews the lease. False if others have declared this process dead. */
export async function beat(
  sql: Queries,
  id: string,
  report: ProcessReport,
  nowMs: number,
  leaseMs: number,
): Promise<boolean> {
  const { roles, sessions, lagMs, draining, redis } = report;
  const { count } = await sql`
    update processes set beat_at = ${moment(sql, nowMs)}, lease_until = ${leaseEnd(sql, leaseMs)},
      steady_since = case when ${isPunctual(sql, leaseMs)} then least(steady_since, clock_timestamp()) else clock_timestamp() end,
      roles = ${[...roles]}::text[], sessions = ${sessions}, lag_ms = ${lagMs}, draining = ${draining}, redis = ${redis}
    where id = ${id} and replaced_at is null`;
  return count > 0;
}

export async function listProcesses(sql: Queries): Promise<ProcessRow[]> {
  return await sql<ProcessRow[]>`
    select id, host, pid, version, url, roles, sessions, lag_ms as "lagMs", draining, redis,
      ms(started_at) as "startedAt", ms(beat_at) as "beatAt", lease_until > clock_timestamp() as alive
    from processes where replaced_at is null order by started_at, id`;
}

/**
 * Marks the processes whose lease has run out. Only one caller marks each. The caller's own row is checked in the same
 * statement: after a pause of the database the statement may run late, when every lease has run out. A lease that ends
 * too far in the future was written before the database's clock was set back, and its process has not renewed it since.
 */
export async function markExpired(sql: Queries, callerId: string, leaseMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update processes set replaced_at = clock_timestamp()
    where replaced_at is null
      and lease_until not between clock_timestamp() and clock_timestamp() + ${2 * leaseMs}::integer * interval '1 millisecond'
      and exists (
      select from processes where id = ${callerId} and replaced_at is null and ${isPunctual(sql, leaseMs)}
        and steady_since < clock_timestamp() - ${leaseMs}::integer * interval '1 millisecond')
    returning id`;
  return rows.map(({ id }) => id);
}

/** The process itself gives up its sessions. */
export async function markReplaced(sql: Queries, id: string): Promise<void> {
  await sql`update processes set replaced_at = clock_timestamp() where id = ${id} and replaced_at is null`;
}

export async function listReplaced(sql: Queries): Promise<ReplacedProcess[]> {
  return await sql<ReplacedProcess[]>`
    select id, ms(beat_at) as "lastBeatAt" from processes where replaced_at is not null order by replaced_at, id`;
}

export async function deleteProcess(sql: Queries, id: string): Promise<void> {
  await sql`delete from processes where id = ${id}`;
}
