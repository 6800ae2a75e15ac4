import type { Queries, Sql } from '../db/index.ts';
import {
  type Delivery,
  type DeliveryState,
  finishedColumns,
  waitingColumns,
  withAttempts,
} from './delivery-log.ts';

export type AccountDeliveryFilter = {
  readonly webhooks: readonly { readonly id: string; readonly state: 'active' | 'paused' }[];
  readonly state?: DeliveryState;
  readonly event?: string;
  readonly sessionId?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly before?: number;
  readonly limit: number;
};

export type DeliveryPage = { readonly items: readonly Delivery[]; readonly next: number | null };

type Sight = {
  readonly id: number;
  readonly event: string;
  readonly sessionId: string | null;
  readonly createdAt: number;
};

/** How many rows are looked at in one step, and for how long steps are made. */
const windowRows = 4_000;
const budgetMs = 60;
/** Numbers rise with time, but for transactions that took a while. */
const slackMs = 60_000;

/**
 * The deliveries of an account's webhooks, newest first. What no index knows is looked for window by window and for a
 * bounded time: the page may then be short, and `next` says where to go on.
 */
export async function listAccountDeliveries(sql: Sql, filter: AccountDeliveryFilter): Promise<DeliveryPage> {
  const { limit, fromMs } = filter;
  const endMs = performance.now() + budgetMs;
  const sifts = filter.event !== undefined || filter.sessionId !== undefined || filter.toMs !== undefined;
  const size = sifts ? windowRows : limit + 1;
  let before = await startOf(sql, filter);
  const kept: Sight[] = [];
  for (;;) {
    const window = await look(sql, filter, before, size);
    const last = window.at(-1);
    kept.push(...window.filter((sight) => matches(filter, sight)));
    const tooOld = fromMs !== undefined && last !== undefined && last.createdAt < fromMs - slackMs;
    if (kept.length > limit) {
      const page = kept.slice(0, limit);
      return { items: await details(sql, page), next: page.at(-1)?.id ?? null };
    }
    if (last === undefined || window.length < size || tooOld) {
      return { items: await details(sql, kept), next: null };
    }
    before = last.id;
    if (performance.now() > endMs) return { items: await details(sql, kept), next: before };
  }
}

function matches({ event, sessionId, fromMs, toMs }: AccountDeliveryFilter, sight: Sight): boolean {
  return (
    (event === undefined || sight.event === event) &&
    (sessionId === undefined || sight.sessionId === sessionId) &&
    (fromMs === undefined || sight.createdAt >= fromMs) &&
    (toMs === undefined || sight.createdAt < toMs)
  );
}

/** The newest rows before a number, of all webhooks together. */
async function look(
  sql: Sql,
  { webhooks, state }: AccountDeliveryFilter,
  before: number,
  size: number,
): Promise<Sight[]> {
  const asks = (wanted: 'active' | 'paused'): string[] =>
    webhooks.filter((webhook) => webhook.state === wanted).map(({ id }) => id);
  const all = webhooks.map(({ id }) => id);
  const waiting = { pending: asks('active'), held: asks('paused') };
  if (state === 'pending' || state === 'held')
    return await lookIn(sql, waiting[state], before, size, 'waiting');
  const finished = await lookIn(sql, all, before, size, state ?? 'finished');
  if (state !== undefined) return finished;
  const both = [...(await lookIn(sql, all, before, size, 'waiting')), ...finished];
  return both.sort((a, b) => b.id - a.id).slice(0, size);
}

type Place = 'waiting' | 'finished' | 'delivered' | 'exhausted' | 'discarded';

async function lookIn(
  sql: Sql,
  webhookIds: readonly string[],
  before: number,
  size: number,
  place: Place,
): Promise<Sight[]> {
  const table = place === 'waiting' ? sql`deliveries` : sql`finished_deliveries`;
  // Constants and not parameters: only so does a statement that is kept find the index of what was not delivered.
  const condition = {
    waiting: sql``,
    finished: sql``,
    delivered: sql`and state = 'delivered'`,
    exhausted: sql`and state = 'exhausted'`,
    discarded: sql`and state = 'discarded'`,
  }[place];
  return await sql<Sight[]>`
    select seen.id, seen.event_name as event, seen.session_id as "sessionId", ms(seen.created_at) as "createdAt"
    from unnest(${[...webhookIds]}::text[]) as wanted (id)
    cross join lateral (
      select ${table}.id, event_name, session_id, created_at from ${table}
      where webhook_id = wanted.id and ${table}.id < ${before} ${condition}
      order by ${table}.id desc limit ${size}
    ) as seen
    order by seen.id desc limit ${size}`;
}

/** A list that ends at a past moment begins where that moment was, and does not look through all that came since. */
async function startOf(sql: Sql, filter: AccountDeliveryFilter): Promise<number> {
  const { toMs, before = Number.MAX_SAFE_INTEGER, webhooks } = filter;
  if (toMs === undefined) return before;
  const ids = webhooks.map(({ id }) => id);
  const newest = await nearest(sql, ids, before);
  if (newest === null || newest.createdAt < toMs + slackMs) return before;
  let low = 0;
  let high = newest.id;
  while (high - low > windowRows) {
    const middle = Math.floor((low + high) / 2);
    const found = await nearest(sql, ids, middle);
    if (found === null || found.createdAt < toMs + slackMs) low = middle;
    else high = found.id;
  }
  return high + 1;
}

async function nearest(sql: Sql, webhookIds: readonly string[], before: number): Promise<Sight | null> {
  const [finished] = await lookIn(sql, webhookIds, before, 1, 'finished');
  const [waiting] = await lookIn(sql, webhookIds, before, 1, 'waiting');
  if (finished === undefined || waiting === undefined) return finished ?? waiting ?? null;
  return finished.id > waiting.id ? finished : waiting;
}

async function details(sql: Queries, sights: readonly Sight[]): Promise<Delivery[]> {
  if (sights.length === 0) return [];
  const ids = sights.map(({ id }) => id);
  const found = await withAttempts(
    sql,
    sql`
      select ${waitingColumns(sql)} from deliveries where id = any(${ids}::bigint[])
      union all
      select ${finishedColumns(sql)} from finished_deliveries where id = any(${ids}::bigint[])`,
  );
  return [...found];
}

/** What the receiver said at the last attempt that failed, in a sentence, for webhooks that are paused. */
export async function lastFailure(sql: Queries, webhookId: string): Promise<string | null> {
  const [row] = await sql<{ problem: string | null; status: number | null }[]>`
    select problem, status from (
      select id from deliveries where webhook_id = ${webhookId} order by due_at desc limit 50
    ) as waiting cross join lateral (
      select problem, status, at from attempts where delivery_id = waiting.id order by at desc limit 1
    ) as last
    where problem is not null order by at desc limit 1`;
  return row?.problem ?? null;
}
