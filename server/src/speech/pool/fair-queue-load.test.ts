import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

type Unit = { readonly caller: string; readonly durationMs: number };
type Caller = { readonly name: string; playsUntilMs: number; pending: boolean; dryMs: number };

const threadCount = 2;
const realTimeFactor = 0.016;
/** How early a caller asks for its next unit. */
const aheadMs = 3_000;
const minuteMs = 60_000;

/** Numbers that look random and are the same every time. */
function* numbers(): Generator<number> {
  for (let state = 1; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

/** A minute of speech in steps of a millisecond, without a clock: threads take jobs in the order of the queue. */
function talk(callerCount: number, accountCount = 1): { worstDryMs: number; units: number } {
  const order = new FairQueue<Unit>();
  const random = numbers();
  const callers = new Map<string, Caller>();
  for (let index = 0; index < callerCount; index += 1) {
    const name = `caller ${index}`;
    callers.set(name, { name, playsUntilMs: 0, pending: false, dryMs: 0 });
  }
  const threads: { unit: Unit | undefined; freeAtMs: number }[] = Array.from({ length: threadCount }, () => ({
    unit: undefined,
    freeAtMs: 0,
  }));
  const byName = (name: string) => ({ account: `account ${Number(name.slice(7)) % accountCount}`, name });
  let units = 0;
  for (let nowMs = 0; nowMs < minuteMs; nowMs += 1) {
    for (const caller of callers.values()) {
      if (caller.pending || caller.playsUntilMs > nowMs + aheadMs) continue;
      caller.pending = true;
      order.add(
        byName(caller.name),
        { caller: caller.name, durationMs: 1_500 + 6_500 * (random.next().value ?? 0) },
        nowMs,
      );
    }
    for (const thread of threads) {
      if (thread.freeAtMs > nowMs) continue;
      const caller = callers.get(thread.unit?.caller ?? '');
      if (caller !== undefined && thread.unit !== undefined) {
        // Until its first sound a caller waits; after that, every lack of sound is a gap.
        if (caller.playsUntilMs > 0) caller.dryMs = Math.max(caller.dryMs, nowMs - caller.playsUntilMs);
        caller.playsUntilMs = Math.max(caller.playsUntilMs, nowMs) + thread.unit.durationMs;
        caller.pending = false;
        order.made(byName(caller.name), thread.unit.durationMs, nowMs);
        units += 1;
      }
      const unit = order.take(nowMs);
      thread.unit = unit;
      thread.freeAtMs = unit === undefined ? nowMs : nowMs + unit.durationMs * realTimeFactor;
    }
  }
  return { worstDryMs: Math.max(...[...callers.values()].map(({ dryMs }) => dryMs)), units };
}

describe('many sessions that speak at the same time', () => {
  it('[SP24] at 60 % of the threads’ capacity, no caller’s audio has a gap', () => {
    const sessions = Math.floor((0.6 * threadCount) / realTimeFactor);
    expect(sessions).toBe(75);
    for (const accounts of [1, 5, 75]) {
      const { worstDryMs, units } = talk(sessions, accounts);
      expect(units).toBeGreaterThan(700);
      expect(worstDryMs, `${accounts} accounts`).toBe(0);
    }
  });

  it('[SP24] above their capacity there are gaps', () => {
    expect(talk(200).worstDryMs).toBeGreaterThan(0);
  });
});
