import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StreamLips } from './stream-lips.ts';

describe('lips that follow a stream', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  test('one shape lasts as long as it is the strongest', () => {
    const lips = new StreamLips();
    lips.take({ aa: 0.6, sil: 0.1 });
    vi.advanceTimersByTime(40);
    lips.take({ aa: 0.5, PP: 0.4 });
    vi.advanceTimersByTime(40);
    lips.take({ PP: 0.7 });
    expect(lips.track).toEqual([
      { viseme: 'aa', startMs: 0, durationMs: 100 },
      { viseme: 'PP', startMs: 80, durationMs: 60 },
    ]);
    expect(lips.elapsedMs()).toBe(80);
  });

  test('silence is a shape, and old shapes are forgotten', () => {
    const lips = new StreamLips();
    for (let round = 0; round < 200; round++) {
      lips.take(round % 2 === 0 ? { aa: 1 } : {});
      vi.advanceTimersByTime(50);
    }
    expect(lips.track.at(-1)?.viseme).toBe('sil');
    expect(lips.track.length).toBeLessThan(60);
  });
});
