import { openDatabase } from '../service/open-database.ts';
import type { Scene } from './scene.ts';
import { bareContender, deliverBurst } from './throughput.ts';

const bursts = 10;

export type Spread = {
  /** How fast each burst was delivered, in deliveries a second. */
  readonly rates: readonly number[];
  /** The slowest rate divided by the fastest. */
  readonly ratio: number;
  /**
   * The same, with each rate divided by the bare loop's rate right after it. This removes changes in the machine's
   * speed.
   */
  readonly ratioToBare: number;
};

/**
 * The same burst again and again. Before every second one the emptied queue is vacuumed and analyzed, so that the
 * planner assumes an empty queue when the burst fills it.
 */
export async function measureSpread(scene: Scene, events: number, signal: AbortSignal): Promise<Spread> {
  const rates: number[] = [];
  const toBare: number[] = [];
  const bare = bareContender(scene, events);
  /** The time counts until the last event has arrived. The next burst begins when all outcomes are stored. */
  const burst = async (): Promise<number> => {
    const elapsedMs = await deliverBurst(scene, events);
    await scene.allDone(scene.targets);
    return (events / elapsedMs) * 1000;
  };
  await burst();
  for (let index = 0; index < bursts; index++) {
    signal.throwIfAborted();
    if (index % 2 === 1) await scene.sql`vacuum analyze deliveries`;
    const rate = await burst();
    const { requests, elapsedMs } = await bare.slice(0);
    rates.push(rate);
    toBare.push(rate / ((requests / elapsedMs) * 1000));
  }
  return { rates, ratio: slowestByFastest(rates), ratioToBare: slowestByFastest(toBare) };
}

const slowestByFastest = (rates: readonly number[]): number => Math.min(...rates) / Math.max(...rates);

/** The same, while a transaction that has seen the queue stays open, so that nothing in it can be cleaned up. */
export async function measureSpreadBesideTransaction(
  scene: Scene,
  events: number,
  signal: AbortSignal,
): Promise<Spread> {
  const other = openDatabase(scene.sender.ready.databaseUrl, 1);
  try {
    return await other.begin('isolation level repeatable read', async (tx) => {
      await tx`select count(*) from deliveries`;
      return await measureSpread(scene, events, signal);
    });
  } finally {
    await other.end({ timeout: 1 });
  }
}
