import type { Fragment, Queries } from '../db/index.ts';

/** Tells engines that a webhook has deliveries to send, and since when: `wh_… acc_… 1750000000000`. */
export const deliveriesTopic = 'deliveries';

/** Where to look for a webhook's deliveries. */
export type DueDelivery = {
  readonly webhookId: string;
  /** The account or the partner that owns the webhook. */
  readonly ownerId: string;
  /** No delivery of this webhook was due earlier. */
  readonly dueAtMs: number;
};

/** Rounded down: a later time would miss the delivery that it was read from. */
export const dueAtMs = (sql: Queries, dueAt: Fragment = sql`due_at`) =>
  sql`floor(extract(epoch from ${dueAt}) * 1000)::bigint as "dueAtMs"`;
