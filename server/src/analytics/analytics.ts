import type { Sql } from '../db/index.ts';
import { type Clock, type Log, startInterval } from '../kernel/index.ts';
import { countDeliveries } from './count-deliveries.ts';
import { countSessions, recordPeaks } from './count-sessions.ts';

const everyMs = 15_000;
const stopLimitMs = 2_000;

export type Analytics = AsyncDisposable & {
  /** Adds everything that is not in the sums yet. */
  count(): Promise<void>;
};

/** Maintains the sums that the overview reads, in small transactions that delay no other work. */
export function startAnalytics(deps: {
  sql: Sql;
  clock: Clock;
  log: Log;
  everyMs?: number | null;
}): Analytics {
  const { sql, clock, log } = deps;
  const interval = startInterval({
    everyMs: deps.everyMs === undefined ? everyMs : deps.everyMs,
    stopLimitMs,
    async run(signal) {
      await recordPeaks(sql, clock.now());
      while (!signal.aborted && (await countSessions(sql)) > 0) await new Promise(setImmediate);
      while (!signal.aborted && (await countDeliveries(sql, clock.now()))) await new Promise(setImmediate);
    },
    onError: (error) => log.warn({ err: error }, 'could not update the analytics'),
  });
  return {
    count: () => interval.runNow(),
    [Symbol.asyncDispose]: () => interval[Symbol.asyncDispose](),
  };
}
