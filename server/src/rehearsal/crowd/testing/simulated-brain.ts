import type { Answer } from '../../compare/answer.ts';
import type { Visit } from '../../visits/visit.ts';

export type BrainCounts = { joined: number; said: number; left: number; open: number; mostOpen: number };

/**
 * A brain that serves one turn after another, so many a second, and lets the others wait. It takes timers instead of
 * processor time, so that stopped timers can run it.
 */
export function simulatedBrain(
  turnsPerSecond: number,
  { fails = () => false, latencyMs = 0 }: { fails?: (turn: number) => boolean; latencyMs?: number } = {},
) {
  const counts: BrainCounts = { joined: 0, said: 0, left: 0, open: 0, mostOpen: 0 };
  let freeAtMs = 0;
  const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));
  const visit = (): Visit => ({
    join() {
      counts.joined += 1;
      counts.open += 1;
      counts.mostOpen = Math.max(counts.mostOpen, counts.open);
      return after(5, { problem: null, reached: true });
    },
    async say(): Promise<Answer> {
      counts.said += 1;
      const turn = counts.said;
      const startedMs = performance.now();
      freeAtMs = Math.max(freeAtMs, startedMs) + 1000 / turnsPerSecond;
      await after(freeAtMs - startedMs + latencyMs, null);
      const totalMs = performance.now() - startedMs;
      const problem = fails(turn) ? 'Broken today.' : null;
      return { problem, words: 'Yes.', tags: [], firstSentenceMs: totalMs, totalMs };
    },
    listen: () => Promise.reject(new Error('a crowd does not listen')),
    comeBack: () => Promise.reject(new Error('a crowd does not come back')),
    hangUp() {
      counts.left += 1;
      counts.open -= 1;
      return after(5, null);
    },
  });
  return { counts, visit };
}
