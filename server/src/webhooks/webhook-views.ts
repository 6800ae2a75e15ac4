import type { Queries } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';
import { fingerprintOf, headersOf } from './sealed-parts.ts';
import type { PauseReason, Webhook } from './webhook.ts';
import { countWaiting, type WebhookRow } from './webhook-rows.ts';

/** Webhooks as people see them, in the order of the rows, with facts from other tables. */
export async function viewsOf(sql: Queries, box: SealedBox, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const ids = rows.map(({ id }) => id);
  const failed = rows.filter((row) => pauseReasonOf(row) === 'failures').map(({ id }) => id);
  const [waiting, avatars, problems] = await Promise.all([
    countWaiting(sql, ids),
    readAvatars(sql, ids),
    readLastProblems(sql, failed),
  ]);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.ownerId,
    name: row.name,
    url: row.url,
    headerNames: Object.keys(headersOf(row, box)),
    signed: row.secretSealed !== null,
    events: row.events,
    state: row.state,
    failures: row.failures,
    pausedAt: row.pausedAt,
    pauseReason: pauseReasonOf(row),
    lastProblem: problems.get(row.id) ?? null,
    testPassedAt: row.testPassedAt,
    testedNow: row.testPassedAt !== null && row.testFingerprint === fingerprintOf(row),
    waiting: waiting.get(row.id) ?? 0,
    avatars: avatars.get(row.id) ?? [],
    version: row.version,
    createdAt: row.createdAt,
  }));
}

/** Pauses that are older than manual pauses have no reason in the table. */
export const pauseReasonOf = ({
  state,
  pauseReason,
}: Pick<WebhookRow, 'state' | 'pauseReason'>): PauseReason | null =>
  state === 'active' ? null : (pauseReason ?? 'failures');

async function readAvatars(sql: Queries, ids: readonly string[]) {
  const rows = await sql<{ webhookId: string; id: number; name: string }[]>`
    select webhook_id as "webhookId", avatars.id, name from unnest(${[...ids]}::text[]) as wanted (id)
    cross join lateral (
      select id, webhook_id, name, sort_key from avatars
      where webhook_id = wanted.id and deleted_at is null order by sort_key, id limit 50
    ) as avatars`;
  const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId);
  return new Map(
    [...byWebhook].map(([id, group]) => [id, group.map((row) => ({ id: row.id, name: row.name }))]),
  );
}

/** Why the last failed attempt failed, in a sentence. */
export async function readLastProblems(sql: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; problem: string }[]>`
    select wanted.id, last.problem from unnest(${[...ids]}::text[]) as wanted (id)
    cross join lateral (
      select problem from (
        select id from deliveries where webhook_id = wanted.id order by due_at desc limit 50
      ) as waiting cross join lateral (
        select problem, at from attempts where delivery_id = waiting.id order by at desc limit 1
      ) as tried
      where problem is not null order by at desc limit 1
    ) as last`;
  return new Map(rows.map(({ id, problem }) => [id, problem]));
}
