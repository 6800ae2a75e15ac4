import type { Sql } from '../db/index.ts';
import { type Clock, type Log, settleWithin } from '../kernel/index.ts';
import { countDeliveries } from './count-deliveries.ts';
import { countSessions, notePeaks } from './count-sessions.ts';

const everyMs = 15_000;
const stopLimitMs = 2_000;

export type Analytics = AsyncDisposable & {
  /** Works in everything that is there. */
  count(): Promise<void>;
};

/** Keeps the sums that the overview is read from. Small steps, so that nobody waits behind them. */
export function startAnalytics(deps: {
  sql: Sql;
  clock: Clock;
  log: Log;
  everyMs?: number | null;
}): Analytics {
  const { sql, clock, log } = deps;
  let running: Promise<void> | null = null;
  let stopped = false;
  const run = async (): Promise<void> => {
    await notePeaks(sql, clock.now());
    while (!stopped && (await countSessions(sql)) > 0) await new Promise(setImmediate);
    while (!stopped && (await countDeliveries(sql, clock.now()))) await new Promise(setImmediate);
  };
  const count = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  const timer =
    deps.everyMs === null
      ? null
      : setInterval(() => {
          count().catch((error: unknown) => log.warn({ err: error }, 'figures could not be counted'));
        }, deps.everyMs ?? everyMs).unref();
  return {
    count,
    async [Symbol.asyncDispose]() {
      stopped = true;
      if (timer !== null) clearInterval(timer);
      await settleWithin(running, stopLimitMs);
    },
  };
}
