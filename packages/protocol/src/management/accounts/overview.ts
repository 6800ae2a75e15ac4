import { type Static, Type } from 'typebox';
import { choice, nullable, time } from '../common-schemas.ts';

export const overviewRange = choice('24h', '7d', '30d', '90d');
export type OverviewRange = Static<typeof overviewRange>;
export const overviewQuery = { range: Type.Optional(overviewRange), avatar: Type.Optional(Type.String()) };

const percentiles = Type.Object({ p50: Type.Integer(), p95: Type.Integer(), p99: Type.Integer() });
export type Percentiles = Static<typeof percentiles>;

export const overview = Type.Object({
  range: overviewRange,
  from: time,
  to: time,
  /** Width of one bucket: an hour for 24h of all avatars, a day otherwise. */
  stepMs: Type.Integer(),
  concurrent: Type.Object({ now: Type.Integer(), peak: Type.Integer() }),
  totals: Type.Object({
    sessions: Type.Integer(),
    minutes: Type.Number(),
    turns: Type.Integer(),
    failedTurns: Type.Integer(),
  }),
  /** Every bucket of the range, empty ones too. */
  usage: Type.Array(
    Type.Object({
      at: time,
      sessions: Type.Integer(),
      minutes: Type.Number(),
      /** The highest number of simultaneous sessions in the bucket. */
      peak: Type.Integer(),
    }),
  ),
  /** From the user's message to the first sound; null if no turn was measured. All avatars together. */
  latency: nullable(percentiles),
  latencyOverTime: Type.Array(Type.Object({ at: time, turns: Type.Integer(), ms: nullable(percentiles) })),
  /** The avatars with the most turns, at most 20. */
  latencyByAvatar: Type.Array(
    Type.Object({
      avatar: Type.Object({ id: Type.String(), name: Type.String() }),
      turns: Type.Integer(),
      failed: Type.Integer(),
      ms: nullable(percentiles),
      /** The brain's part of it: from the request to its first byte. */
      brainMs: nullable(percentiles),
    }),
  ),
  webhooks: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      state: choice('active', 'paused'),
      waiting: Type.Integer(),
      consecutiveFailures: Type.Integer(),
      buckets: Type.Array(Type.Object({ at: time, delivered: Type.Integer(), failed: Type.Integer() })),
    }),
  ),
});
export type Overview = Static<typeof overview>;
