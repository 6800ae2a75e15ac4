import type { Fragment, Queries } from '../db/index.ts';

const periodMs = 32 * 24 * 3_600_000;

/** The period of 32 days, counted from 1970 in UTC, that contains a moment. */
export const periodOf = (sql: Queries, column: Fragment): Fragment =>
  sql`date_bin('32 days', ${column}, 'epoch'::timestamptz)`;

/**
 * From this moment on, whole periods can be read. The time before it is read day by day. The last period is not over,
 * but it contains nothing later than now.
 */
export const firstWholePeriodMs = (fromMs: number): number => Math.ceil(fromMs / periodMs) * periodMs;
