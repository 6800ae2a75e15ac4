import type { Queries } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';
import { fingerprintOf, headersOf } from './sealed-parts.ts';
import { countWaiting, type PauseReason, type SealedParts, type WebhookRow } from './webhook-rows.ts';

/** A webhook without its secrets, with what happens to its deliveries. */
export type ShownWebhook = Omit<WebhookRow, keyof SealedParts> & {
  /** What went wrong last, if failures paused it. */
  readonly lastProblem: string | null;
  /** Deliveries that are waiting. They are held if the webhook is paused. */
  readonly waiting: number;
};

/** A webhook as people see it: no secret, and of the headers only the names. */
export type Webhook = ShownWebhook & {
  readonly accountId: string;
  readonly headerNames: readonly string[];
  readonly signed: boolean;
  /** Whether the last test used the current address, secret and headers. */
  readonly testedNow: boolean;
  /** The first 50 avatars whose events it receives, by name. */
  readonly avatars: readonly { readonly id: number; readonly name: string }[];
};

/** In the order of the rows, with facts from other tables, and with those that `also` adds. */
export async function shownWebhooks<R extends WebhookRow, T extends object>(
  sql: Queries,
  rows: readonly R[],
  also: (row: R) => T,
): Promise<(Omit<R, keyof SealedParts> & ShownWebhook & T)[]> {
  const ids = rows.map(({ id }) => id);
  const failed = rows.filter((row) => pauseReasonOf(row) === 'failures').map(({ id }) => id);
  const [waiting, problems] = await Promise.all([countWaiting(sql, ids), readLastProblems(sql, failed)]);
  return rows.map((row) => {
    const { secretSealed: _secret, oldSecretSealed: _old, headersSealed: _headers, ...shown } = row;
    return {
      ...shown,
      pauseReason: pauseReasonOf(row),
      lastProblem: problems.get(row.id) ?? null,
      waiting: waiting.get(row.id) ?? 0,
      ...also(row),
    };
  });
}

export async function viewsOf<R extends WebhookRow>(sql: Queries, box: SealedBox, rows: readonly R[]) {
  const avatars = await readAvatars(
    sql,
    rows.map(({ id }) => id),
  );
  return await shownWebhooks(sql, rows, (row) => ({
    accountId: row.ownerId,
    headerNames: Object.keys(headersOf(row, box)),
    signed: row.secretSealed !== null,
    testedNow: row.testPassedAt !== null && row.testFingerprint === fingerprintOf(row),
    avatars: avatars.get(row.id) ?? [],
  }));
}

/** Pauses that are older than manual pauses have no reason in the table. */
const pauseReasonOf = ({ state, pauseReason }: WebhookRow): PauseReason | null =>
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
async function readLastProblems(sql: Queries, ids: readonly string[]): Promise<Map<string, string>> {
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
