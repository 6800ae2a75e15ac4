import { describe, expect, it } from 'vitest';
import type { Figures } from './figures.ts';
import { judgeStep } from './judge-step.ts';

const times = { p50: 100, p95: 200, p99: 300 };
const figures: Figures = {
  rate: 100,
  seconds: 10,
  turns: 1_000,
  offered: 100,
  answered: 100,
  wholeMs: times,
  firstMs: times,
  failures: 0,
  reasons: [],
  queue: { first: 10, last: 10, most: 20 },
  sessions: 200,
  generator: { core: 0.1, lateP95Ms: 2 },
};
const judged = (changes: Partial<Figures>, p95LimitMs = 1_000) =>
  judgeStep({ ...figures, ...changes }, null, p95LimitMs);

describe('a step', () => {
  it.each([
    ['everything is answered', {}, 'carried'],
    ['a burst at the end is not answered yet', { answered: 98.5 }, 'carried'],
    ['turns pile up', { answered: 97 }, 'bent'],
    ['a long queue varies', { answered: 97, queue: { first: 200, last: 230, most: 240 } }, 'carried'],
    ['one turn in a hundred fails', { failures: 10 }, 'carried'],
    ['more fail', { failures: 11 }, 'bent'],
    ['the answers come too late', { wholeMs: { ...times, p95: 1_001 } }, 'bent'],
  ])('[CW3] %s', (_, changes, outcome) => {
    expect(judged(changes).outcome).toBe(outcome);
  });

  it('[CW9] carries what is answered in spite of that', () => {
    expect(judged({ generator: { core: 1, lateP95Ms: 150 } }).outcome).toBe('carried');
  });

  it('[CW9] says that this machine was too slow', () => {
    const { outcome, reason } = judged({ answered: 50, generator: { core: 1, lateP95Ms: 150 } });
    expect(outcome).toBe('limited');
    expect(reason).toBe(
      'this machine was too slow: 5 % of the turns were sent more than 150 ms late, with 1 of a processor core',
    );
  });
});
