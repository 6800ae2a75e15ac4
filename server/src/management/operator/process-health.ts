import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Processes, ProcessHealth, RunningProcess } from '@parley/protocol/management';
import type { Bus } from '../../bus/index.ts';
import { listProcesses } from '../../cluster/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { Mailer } from '../../mail/index.ts';

export type HealthCheck = () => Promise<Processes>;

const slowLoopMs = 200;
const slowDatabaseMs = 100;
const lateMs = 60_000;
/** Known only for processes of this machine. */
const elsewhere = { pid: null, startedAt: null, memoryBytes: null };
const fact = (name: string, value: string | number) => ({ name, value: String(value) });

/** Checks the health of each part of the service. */
export function createHealthCheck(deps: {
  sql: Sql;
  clock: Clock;
  mailer: Pick<Mailer, 'sends'>;
  liveSessions: () => number;
  version: string;
  link: Bus['link'];
  /** The id of this process, if there are others. */
  processId: () => string | null;
}): HealthCheck & Disposable {
  const { sql, clock, mailer, link } = deps;
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const check = async (): Promise<Processes> => {
    const others = [database(sql), deliveries(sql, clock), mail(sql, mailer)];
    return {
      processes: await runningProcesses(sql, deps.processId()),
      items: [service(deps, loop), ...linkHealth(link), ...(await Promise.all(others))],
      at: clock.now(),
    };
  };
  return Object.assign(check, { [Symbol.dispose]: () => void loop.disable() });
}

async function runningProcesses(sql: Sql, answering: string | null): Promise<RunningProcess[]> {
  if (answering === null) return [];
  return (await listProcesses(sql)).map(({ alive, draining, beatAt, ...row }) => ({
    ...row,
    roles: [...row.roles],
    state: !alive ? 'gone' : draining ? 'draining' : 'running',
    lastSeenAt: beatAt,
    isAnswering: row.id === answering,
  }));
}

function linkHealth(link: Bus['link']): ProcessHealth[] {
  return link.kind === 'redis' ? [{ ...elsewhere, name: 'redis', ...linkState(link), facts: [] }] : [];
}

function linkState({ isUp, countsLimits }: Bus['link']): Pick<ProcessHealth, 'state' | 'about'> {
  if (!isUp())
    return {
      state: 'down',
      about: 'Sessions of other processes cannot be reached, and limits count per process',
    };
  if (!countsLimits())
    return { state: 'poor', about: 'It does not count limits, so limits count per process' };
  return { state: 'good', about: 'Links the processes of the service' };
}

function service(
  deps: { version: string; liveSessions: () => number },
  loop: ReturnType<typeof monitorEventLoopDelay>,
): ProcessHealth {
  const delayMs = Math.round(loop.percentile(99) / 1e6);
  loop.reset();
  return {
    name: 'service',
    pid: process.pid,
    state: delayMs > slowLoopMs ? 'poor' : 'good',
    about: `Parley ${deps.version} on Node ${process.versions.node}`,
    startedAt: Math.round(Date.now() - process.uptime() * 1000),
    memoryBytes: process.memoryUsage.rss(),
    facts: [fact('Event loop delay, p99', `${delayMs} ms`), fact('Live sessions', deps.liveSessions())],
  };
}

async function database(sql: Sql): Promise<ProcessHealth> {
  const begun = performance.now();
  try {
    const [row] = await sql<{ version: string; size: string; started: number; connections: number }[]>`
      select current_setting('server_version') as version,
        pg_size_pretty(pg_database_size(current_database())) as size, ms(pg_postmaster_start_time()) as started,
        (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`;
    const tookMs = Math.round(performance.now() - begun);
    return {
      ...elsewhere,
      name: 'database',
      state: tookMs > slowDatabaseMs ? 'poor' : 'good',
      about: `PostgreSQL ${row?.version ?? ''}`,
      startedAt: row?.started ?? null,
      facts: [
        fact('Response time', `${tookMs} ms`),
        fact('Size', row?.size ?? ''),
        fact('Connections', row?.connections ?? 0),
      ],
    };
  } catch (error) {
    const about = error instanceof Error ? error.message : 'It does not answer.';
    return { ...elsewhere, name: 'database', state: 'down', about, facts: [] };
  }
}

async function deliveries(sql: Sql, clock: Clock): Promise<ProcessHealth> {
  const [row] = await sql<{ due: number; oldest: number | null; paused: number }[]>`
    select count(*)::int as due, ms(min(due_at)) as oldest,
      (select count(*)::int from webhooks where state = 'paused' and deleted_at is null) as paused
    from (
      select due_at from deliveries join webhooks on webhooks.id = webhook_id
      where state = 'active' and due_at <= to_timestamp(${clock.now()}::bigint / 1000.0) limit 10000
    ) as due`;
  const lateBy = row?.oldest == null ? 0 : Math.max(0, clock.now() - row.oldest);
  return {
    ...elsewhere,
    name: 'deliveries',
    state: lateBy > lateMs ? 'poor' : 'good',
    about: 'Sends events to webhooks',
    facts: [
      fact('Due now', row?.due ?? 0),
      fact('Oldest due for', `${Math.round(lateBy / 1000)} s`),
      fact('Paused webhooks', row?.paused ?? 0),
    ],
  };
}

async function mail(sql: Sql, mailer: Pick<Mailer, 'sends'>): Promise<ProcessHealth> {
  const [row] = await sql<{ waiting: number; failed: number }[]>`
    select (select count(*)::int from mails where sent_at is null and failed_at is null) as waiting,
      (select count(*)::int from mails where failed_at > now() - interval '1 day') as failed`;
  return {
    ...elsewhere,
    name: 'mail',
    state: (row?.failed ?? 0) > 0 ? 'poor' : 'good',
    about: mailer.sends ? 'Sends e-mails by SMTP' : 'No SMTP server is set, so e-mails stay in the outbox',
    facts: [
      fact(mailer.sends ? 'Waiting' : 'Kept', row?.waiting ?? 0),
      fact('Given up today', row?.failed ?? 0),
    ],
  };
}
