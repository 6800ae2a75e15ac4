import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { someOf } from '../../testing/index.ts';
import type { CrowdPlan } from './load/crowd-plan.ts';
import { runCrowd } from './run-crowd.ts';
import { simulatedBrain } from './testing/simulated-brain.ts';

const plan: CrowdPlan = {
  rate: null,
  upTo: 200,
  seconds: 10,
  turns: 5,
  thinkingSeconds: 2,
  say: ['Hello'],
  seed: 7,
  maxSessions: 2_000,
  maxRequests: 200_000,
  p95LimitMs: null,
};
const answerMs = 30_000;

describe('a crowd, with timers that the test moves', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function crowdAt(brain: ReturnType<typeof simulatedBrain>, changes: Partial<CrowdPlan> = {}) {
    const stop = new AbortController();
    const onStep = vi.fn();
    const target = { subject: 'a brain', visit: brain.visit, answerMs };
    const running = runCrowd({ ...plan, ...changes }, target, { stop: stop.signal, onStep });
    return { stop, onStep, report: running };
  }
  /** Moves the timers until the crowd is over. */
  async function played<T>(running: Promise<T>): Promise<T> {
    let isOver = false;
    void running.finally(() => {
      isOver = true;
    });
    while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
    return await running;
  }

  it('[CW4] finds the knee of a brain that serves 100 turns a second within 5 %', async () => {
    for (const seed of someOf([1, 2], 1)) {
      const brain = simulatedBrain(100);
      const { report } = await crowdAt(brain, { seed });
      const { verdict, knee, steps } = await played(report);
      expect(verdict).toBe('knee');
      expect(Math.abs((knee?.turnsPerSecond ?? 0) - 100)).toBeLessThanOrEqual(5);
      expect(steps.map(({ outcome }) => outcome)).toContain('bent');
      expect(brain.counts).toMatchObject({ open: 0, joined: brain.counts.left });
    }
  });

  it('[CW4] finds the knee below the first rate, and says if even the highest rate is carried', async () => {
    const slow = await crowdAt(simulatedBrain(5), { seconds: 60 });
    expect(await played(slow.report)).toMatchObject({ verdict: 'knee' });
    const { knee } = await slow.report;
    expect(Math.abs((knee?.turnsPerSecond ?? 0) - 5)).toBeLessThanOrEqual(0.5);
    const quick = await crowdAt(simulatedBrain(1_000), { upTo: 60 });
    expect(await played(quick.report)).toMatchObject({
      verdict: 'carried',
      knee: { turnsPerSecond: 60, bendsAt: null },
    });
  });

  it('[CW1] [CW3] the time of a turn counts from when it was due, whatever the brain does', async () => {
    const { report } = await crowdAt(simulatedBrain(50), { rate: 100, upTo: 100 });
    const { steps, verdict } = await played(report);
    const [step] = steps;
    expect(verdict).toBe('bent');
    expect(step).toMatchObject({
      offered: 100,
      turns: 1_000,
      reason: expect.stringMatching('the queue grew'),
    });
    expect(Math.round(step?.answered ?? 0)).toBe(50);
    // The last turn of the window waits for half of all turns, warm-up included.
    expect(step?.wholeMs.p99).toBeGreaterThan(10_000);
    expect(step?.queue.last).toBeGreaterThan(step?.queue.first ?? Number.NaN);
  });

  it('[CW2] [CW3] a brain that takes long but serves many at once is not bent', async () => {
    const brain = simulatedBrain(1_000, { latencyMs: 8_000 });
    const { report } = await crowdAt(brain, { rate: 20, upTo: 20 });
    const { steps, verdict } = await played(report);
    expect(verdict).toBe('carried');
    expect(steps[0]?.wholeMs.p50).toBeGreaterThan(8_000);
    expect(brain.counts.mostOpen).toBeGreaterThan(20 * 8);
    expect(brain.counts).toMatchObject({ open: 0 });
  });

  it('[CW1] the same seed sends the same turns, another seed others', async () => {
    const seen = async (seed: number) => {
      const brain = simulatedBrain(100);
      const { report } = await crowdAt(brain, { seed, rate: 30, upTo: 30, seconds: 5 });
      const { steps } = await played(report);
      return JSON.stringify([brain.counts, steps.map(({ wholeMs }) => wholeMs)]);
    };
    expect(await seen(5)).toBe(await seen(5));
    expect(await seen(5)).not.toBe(await seen(6));
  });

  it('[CW3] a limit for p95, and one by the first rate', async () => {
    const { report } = await crowdAt(simulatedBrain(100, { latencyMs: 300 }), { rate: 10, p95LimitMs: 200 });
    expect(await played(report)).toMatchObject({
      verdict: 'bent',
      problem: expect.stringMatching(/p95 was 3\d\d ms/),
    });
  });

  it('[CW6] stops at once when a fifth of the turns fail, and hangs up everywhere', async () => {
    const brain = simulatedBrain(1_000, { fails: (turn) => turn > 200 });
    const { report } = await crowdAt(brain, { upTo: 1_000 });
    const { verdict, problem, knee } = await played(report);
    expect(verdict).toBe('failed');
    expect(problem).toMatch(/of the last 50 turns failed: Broken today\./);
    expect(knee).toBeNull();
    expect(brain.counts.said).toBeLessThan(200 + 50);
    expect(brain.counts).toMatchObject({ open: 0 });
  });

  it('[CW6] ends when it is told to, with LOGOUT for every visitor and what it has measured', async () => {
    const brain = simulatedBrain(100, { latencyMs: 500 });
    const { report, stop, onStep } = await crowdAt(brain);
    while (onStep.mock.calls.length < 2) await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(4_000);
    const { said } = brain.counts;
    stop.abort();
    const { verdict, steps, knee } = await played(report);
    expect({ verdict, steps: steps.length }).toEqual({ verdict: 'stopped', steps: 3 });
    expect(knee?.turnsPerSecond).toBe(steps[1]?.rate);
    expect(steps[2]?.failures).toBe(0);
    expect(brain.counts).toMatchObject({ said, open: 0 });
  });

  it.each<[string, Partial<CrowdPlan>, string]>([
    ['sessions', { maxSessions: 30 }, '30 sessions at once are not enough'],
    ['requests', { maxRequests: 200 }, 'the bound of 200 requests is reached'],
  ])('[CW5] never has more %s than was asked for', async (_, changes, says) => {
    const brain = simulatedBrain(1_000);
    const { report } = await crowdAt(brain, changes);
    const { verdict, problem, requests } = await played(report);
    expect(verdict).toBe('limited');
    expect(problem).toMatch(says);
    const { joined, said, left, mostOpen, open } = brain.counts;
    expect(open).toBe(0);
    // The first visitor, who tries the target, is not one of the crowd.
    expect(joined + said + left - 3).toBe(requests);
    expect(requests).toBeLessThanOrEqual(changes.maxRequests ?? plan.maxRequests);
    expect(mostOpen).toBeLessThanOrEqual(changes.maxSessions ?? plan.maxSessions);
  });

  it('[CW7] no crowd comes to a target that one visitor cannot talk to', async () => {
    const brain = simulatedBrain(100, { fails: () => true });
    const { report } = await crowdAt(brain);
    expect(await played(report)).toMatchObject({ verdict: 'untried', problem: 'Broken today.', steps: [] });
    expect(brain.counts).toMatchObject({ joined: 1, said: 1, left: 1 });
  });
});
