import { describe, expect, it, vi } from 'vitest';
import { FetchedTurnJudge } from './turn-judge.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function judging(
  probability: () => Promise<number> = () => Promise.resolve(0.9),
  now: () => number = () => 0,
) {
  const steps: string[] = [];
  let arrive = (): void => {};
  const host = {
    loadTurnModel: async () => void steps.push('start'),
    turnProbability: probability,
  };
  const judge = new FetchedTurnJudge(
    host,
    () => {
      steps.push('fetch');
      return new Promise((resolve) => {
        arrive = () => resolve(new ArrayBuffer(8));
      });
    },
    now,
  );
  return {
    judge,
    steps,
    arrive: () => {
      arrive();
      return settle();
    },
  };
}

const sound = () => new Float32Array(512);

describe('the turn model of a page', () => {
  it('[EA44] is fetched at the first sound, once, and started when the visitor is silent', async () => {
    const { judge, steps, arrive } = judging();
    expect(steps).toEqual([]);
    judge.handleSegment(true);
    judge.handleSegment(false);
    judge.handleSegment(true);
    await arrive();
    expect(steps).toEqual(['fetch']);
    judge.handleSegment(false);
    await settle();
    judge.handleSegment(true);
    judge.handleSegment(false);
    expect(steps).toEqual(['fetch', 'start']);
    expect(judge.isReady).toBe(true);
  });

  it('[EA46] that is slow twice in a row is not asked again', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    let at = 0;
    let costMs = 0;
    const { judge, arrive } = judging(
      async () => {
        at += costMs;
        return 0.9;
      },
      () => at,
    );
    judge.handleSegment(true);
    judge.handleSegment(false);
    await arrive();
    const readyAfter = async (ms: number) => {
      costMs = ms;
      expect(await judge.probability(sound())).toBe(0.9);
      return judge.isReady;
    };
    expect(await readyAfter(201)).toBe(true);
    expect(await readyAfter(200)).toBe(true);
    expect(await readyAfter(201)).toBe(true);
    expect(await readyAfter(201)).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('[EA42] that fails is not asked again', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { judge, arrive } = judging(() => Promise.reject(new Error('out of memory')));
    judge.handleSegment(true);
    judge.handleSegment(false);
    await arrive();
    expect(await judge.probability(sound())).toBeNull();
    expect(judge.isReady).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});
