import type { Fragment, Queries } from '../db/index.ts';

const stretchMs = 32 * 24 * 3_600_000;

/** The stretch of 32 days, counted from 1970 in UTC, that a moment is in. */
export const stretchOf = (sql: Queries, column: Fragment): Fragment =>
  sql`date_bin('32 days', ${column}, 'epoch'::timestamptz)`;

/**
 * From this moment on whole stretches can be read; what is before it, day by day. The last one is not over, but there
 * is nothing after now that it could hold.
 */
export const firstStretchMs = (fromMs: number): number => Math.ceil(fromMs / stretchMs) * stretchMs;
