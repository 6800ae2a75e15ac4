import { type Fragment, inOneSnapshot, type Queries, type Sql } from '../../db/index.ts';
import { notFound } from '../../kernel/index.ts';
import {
  type Delivery,
  type DeliveryRow,
  type DeliveryState,
  finishedColumns,
  waitingColumns,
  withAttempts,
} from './delivery-log.ts';
import { listHealth, type WebhookHealth } from './webhook-health.ts';

export type DeliveryConditions = {
  readonly webhookId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
};

export type PageOfDeliveries = DeliveryConditions & {
  readonly before?: number | undefined;
  readonly limit: number;
};

export type AccountDeliveryFilter = PageOfDeliveries & { readonly accountId: string };

export type DeliveryPage = { readonly items: readonly Delivery[]; readonly next: number | null };

/** How many ids the first step looks at, and how long a listing may go on taking steps. */
const firstWindow = { all: 2_000, filtered: 20_000 } as const;
const fastStepMs = 6;
const budgetMs = 30;
/** Ids rise with time, except for transactions that took a while. */
const slackMs = 60_000;

/**
 * The deliveries of an account's webhooks, newest first. Filters that have no index are applied range by range, for a
 * limited time. The page may then be short, and `next` says where to continue.
 */
export const listAccountDeliveries = (sql: Sql, filter: AccountDeliveryFilter): Promise<DeliveryPage> =>
  // A delivery moves to another table when it finishes. Without a snapshot it could be listed twice or not at all.
  inOneSnapshot(sql, async (snapshot) => {
    const all = await listHealth(snapshot, filter.accountId);
    const webhooks = all.filter(({ id }) => filter.webhookId === undefined || id === filter.webhookId);
    if (filter.webhookId !== undefined && webhooks.length === 0)
      throw notFound('This webhook does not exist. Check its id.');
    return await listPage(snapshot, { ...filter, webhooks });
  });

type PageFilter = PageOfDeliveries & {
  readonly webhooks: readonly Pick<WebhookHealth, 'id' | 'state'>[];
};

export async function listPage(sql: Queries, filter: PageFilter): Promise<DeliveryPage> {
  const { limit } = filter;
  const isFiltered =
    filter.event !== undefined || filter.sessionId !== undefined || filter.fromMs !== undefined;
  const startedAt = performance.now();
  let before = await firstId(sql, filter);
  // Undelivered deliveries have an index of their own, and few are waiting.
  const isRare = filter.state !== undefined && filter.state !== 'delivered';
  if (isRare && !isFiltered)
    return pageOf(sql, await readRange(sql, filter, before, 0, limit + 1), limit, null);
  const oldest = await lowestId(sql, filter);
  const found: DeliveryRow[] = [];
  let width: number = isFiltered ? firstWindow.filtered : firstWindow.all;
  before = Math.min(before, ((await newestBefore(sql, before))?.id ?? 0) + 1);
  while (before > oldest) {
    const step = performance.now();
    const from = Math.max(oldest, before - width);
    found.push(...(await readRange(sql, filter, before, from, limit + 1 - found.length)));
    if (found.length > limit) return pageOf(sql, found, limit, null);
    before = from;
    const now = performance.now();
    if (now - step < fastStepMs) width *= isFiltered ? 2 : 8;
    if (now - startedAt > budgetMs) break;
  }
  return pageOf(sql, found, limit, before > oldest ? before : null);
}

/** `rest` is where to continue if the page is not full. */
async function pageOf(
  sql: Queries,
  rows: readonly DeliveryRow[],
  limit: number,
  rest: number | null,
): Promise<DeliveryPage> {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : rest;
  return { items: await withAttempts(sql, shown), next };
}

/** The newest matching deliveries of all webhooks, with ids from `from` up to `before`. */
async function readRange(
  sql: Queries,
  filter: PageFilter,
  before: number,
  from: number,
  limit: number,
): Promise<DeliveryRow[]> {
  const { webhooks, state } = filter;
  const ids = (wanted?: 'active' | 'paused'): string[] =>
    webhooks.filter((webhook) => wanted === undefined || webhook.state === wanted).map(({ id }) => id);
  const range = { before, from, limit };
  if (state === 'pending') return await readRangeOf(sql, filter, ids('active'), range, 'waiting');
  if (state === 'held') return await readRangeOf(sql, filter, ids('paused'), range, 'waiting');
  const finished = readRangeOf(sql, filter, ids(), range, state ?? 'finished');
  if (state !== undefined) return await finished;
  const both = await Promise.all([readRangeOf(sql, filter, ids(), range, 'waiting'), finished]);
  return both
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}

type Source = 'waiting' | 'finished' | 'delivered' | 'exhausted' | 'discarded';
type IdRange = { readonly before: number; readonly from: number; readonly limit: number };

async function readRangeOf(
  sql: Queries,
  conditions: DeliveryConditions,
  webhookIds: readonly string[],
  { before, from, limit }: IdRange,
  source: Source,
): Promise<DeliveryRow[]> {
  const [table, columns] =
    source === 'waiting'
      ? [sql`deliveries`, waitingColumns(sql)]
      : [sql`finished_deliveries`, finishedColumns(sql)];
  // Waiting deliveries have an index for this condition, which is always true.
  // Constants, not parameters: a prepared statement can use the index of undelivered deliveries only with constants.
  const condition = {
    waiting: sql`and attempts >= 0`,
    finished: sql``,
    delivered: sql`and state = 'delivered'`,
    exhausted: sql`and state = 'exhausted'`,
    discarded: sql`and state = 'discarded'`,
  }[source];
  // With a bound that excludes nothing, the planner expects few rows and sorts them all.
  const lowest = from === 0 ? sql`` : sql`and id >= ${from}`;
  const filters = conditionsIn(sql, conditions);
  // With one subquery per webhook, the planner would read all waiting deliveries of the range for each webhook.
  if (source === 'waiting' && from > 0)
    return await sql<DeliveryRow[]>`
      select ${columns} from deliveries
      where webhook_id = any(${[...webhookIds]}::text[]) and id < ${before} ${lowest} ${condition} ${filters}
      order by id desc limit ${limit}`;
  return await sql<DeliveryRow[]>`
    select found.* from unnest(${[...webhookIds]}::text[]) as wanted (webhook)
    cross join lateral (
      select ${columns} from ${table}
      where webhook_id = wanted.webhook and id < ${before} ${lowest} ${condition} ${filters}
      order by id desc limit ${limit}
    ) as found
    order by found.id desc limit ${limit}`;
}

/** The conditions that no index serves. */
export const conditionsIn = (
  sql: Queries,
  { event, sessionId, fromMs, toMs }: DeliveryConditions,
): Fragment => sql`
  ${event === undefined ? sql`` : sql`and event_name = ${event}`}
  ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
  ${fromMs === undefined ? sql`` : sql`and created_at >= to_timestamp(${fromMs}::bigint / 1000.0)`}
  ${toMs === undefined ? sql`` : sql`and created_at < to_timestamp(${toMs}::bigint / 1000.0)`}`;

/** A list that ends in the past starts at that moment's id, so that newer deliveries need not be read. */
async function firstId(sql: Queries, { toMs, before }: PageOfDeliveries): Promise<number> {
  if (before !== undefined) return before;
  if (toMs !== undefined) return await idAt(sql, toMs + slackMs);
  return Number.MAX_SAFE_INTEGER;
}

/** No matching delivery has a lower id. */
async function lowestId(sql: Queries, { fromMs }: PageOfDeliveries): Promise<number> {
  return fromMs === undefined ? 0 : Math.max(0, (await idAt(sql, fromMs - slackMs)) - firstWindow.filtered);
}

/** The highest delivery id at a moment, or a little more. */
async function idAt(sql: Queries, atMs: number): Promise<number> {
  const newest = await newestBefore(sql, Number.MAX_SAFE_INTEGER);
  if (newest === null) return 0;
  if (newest.createdAt < atMs) return newest.id + 1;
  let low = 0;
  let high = newest.id;
  while (high - low > firstWindow.all) {
    const middle = Math.floor((low + high) / 2);
    const found = await newestBefore(sql, middle);
    if (found === null || found.createdAt < atMs) low = middle;
    else high = found.id;
  }
  return high + 1;
}

/** The newest delivery below an id, of any account. */
async function newestBefore(sql: Queries, before: number): Promise<{ id: number; createdAt: number } | null> {
  const [found] = await sql<{ id: number; createdAt: number }[]>`
    select id, "createdAt" from (
      (select id, ms(created_at) as "createdAt" from finished_deliveries where id < ${before}
        order by id desc limit 1)
      union all
      (select id, ms(created_at) from deliveries where id < ${before} order by id desc limit 1)
    ) as known order by id desc limit 1`;
  return found ?? null;
}
