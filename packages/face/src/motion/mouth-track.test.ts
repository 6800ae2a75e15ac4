import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TimedViseme, trackEndMs, visemesAt } from './mouth-track.ts';
import { visemeList } from './visemes.ts';

const say = (...shapes: readonly TimedViseme['viseme'][]): TimedViseme[] =>
  shapes.map((viseme, i) => ({ viseme, startMs: i * 120, durationMs: 120 }));

const strongest = (weights: Readonly<Partial<Record<string, number>>>): string | undefined =>
  Object.entries(weights).sort(([, a = 0], [, b = 0]) => b - a)[0]?.[0];

describe('the mouth shapes of a track', () => {
  it('are strongest in the middle of their own time', () => {
    const track = say('PP', 'aa', 'FF', 'O', 'SS', 'I', 'kk', 'U');
    for (const { viseme, startMs } of track) expect(strongest(visemesAt(track, startMs + 60))).toBe(viseme);
  });

  it('move towards the next one before it begins', () => {
    const track = say('aa', 'U');
    expect(visemesAt(track, 110).U ?? 0).toBeGreaterThan(visemesAt(track, 70).U ?? 0);
    expect(visemesAt(track, 70).U ?? 0).toBeGreaterThan(0);
  });

  it('are gone well before the sound and well after it', () => {
    const track = say('aa', 'aa');
    expect(visemesAt(track, -400)).toEqual({});
    expect(visemesAt(track, trackEndMs(track) + 400)).toEqual({});
    expect(visemesAt([], 0)).toEqual({});
  });

  it('shut the lips for a short P between open vowels', () => {
    const track: TimedViseme[] = [
      { viseme: 'aa', startMs: 0, durationMs: 150 },
      { viseme: 'PP', startMs: 150, durationMs: 45 },
      { viseme: 'aa', startMs: 195, durationMs: 150 },
    ];
    const { PP = 0, aa = 0 } = visemesAt(track, 172);
    expect(PP).toBeGreaterThan(2 * aa);
  });

  it('ignore an unknown shape', () => {
    const track = [...say('aa'), { viseme: 'zz' as 'aa', startMs: 120, durationMs: 120 }];
    for (const [, weight] of Object.entries(visemesAt(track, 150))) expect(weight).toBeLessThanOrEqual(1);
  });

  it('have weights of at least 0 and a sum of at most 1', () => {
    const shape = fc.record({
      viseme: fc.constantFrom(...visemeList),
      startMs: fc.integer({ min: -50, max: 3000 }),
      durationMs: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 30 }),
        fc.double({ min: -500, max: 4000, noNaN: true }),
        (track, at) => {
          const weights = Object.values(visemesAt(track, at));
          expect(weights.every((weight) => weight > 0)).toBe(true);
          expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(1 + 1e-9);
        },
      ),
    );
  });
});
