import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression, ExpressionWeights } from '../head/expressions.ts';
import { articulationAt } from './articulation.ts';
import { type TimedViseme, trackEndMs } from './mouth-track.ts';
import { mouthWeights } from './mouth-weights.ts';
import { type Viseme, visemeList } from './visemes.ts';

const frameMs = 1000 / 60;

/** Shapes one after the other, each with a length. */
function say(...shapes: readonly (readonly [Viseme, number])[]): TimedViseme[] {
  let startMs = 0;
  return shapes.map(([viseme, durationMs]) => {
    const item = { viseme, startMs, durationMs };
    startMs += durationMs;
    return item;
  });
}

const faster = (track: readonly TimedViseme[], rate: number): TimedViseme[] =>
  track.map(({ viseme, startMs, durationMs }) => ({
    viseme,
    startMs: startMs / rate,
    durationMs: durationMs / rate,
  }));

/** What a screen shows of a track, if its first frame comes at `phaseMs`. */
function framesOf(track: readonly TimedViseme[], phaseMs = 0): { atMs: number; mouth: ExpressionWeights }[] {
  const frames: { atMs: number; mouth: ExpressionWeights }[] = [];
  for (let atMs = phaseMs - 300; atMs < trackEndMs(track) + 400; atMs += frameMs)
    frames.push({ atMs, mouth: articulationAt(track, atMs) });
  return frames;
}

/** The largest change of a movement from one frame to the next. */
function largestStep(frames: readonly { mouth: ExpressionWeights }[], name: Expression): number {
  const values = frames.map(({ mouth }) => mouth[name] ?? 0);
  return Math.max(...values.map((value, i) => Math.abs(value - (values[i - 1] ?? 0))));
}

const words = {
  // "Bob may pop", "very few", "maybe", at a usual pace.
  closures: say(
    ['PP', 70],
    ['aa', 130],
    ['PP', 60],
    ['PP', 55],
    ['E', 120],
    ['PP', 60],
    ['aa', 110],
    ['PP', 70],
  ),
  bites: say(['FF', 80], ['E', 90], ['RR', 60], ['I', 80], ['FF', 70], ['U', 140]),
};
const anyTrack = fc
  .array(fc.tuple(fc.constantFrom(...visemeList), fc.integer({ min: 25, max: 320 })), {
    minLength: 1,
    maxLength: 25,
  })
  .map((shapes) => say(...shapes));

describe('lips that must touch', () => {
  it.for([0.75, 1, 1.25, 1.5])('[MO1] touch at a rate of %d in whatever phase the frames come', (rate) => {
    for (const [track, movement, viseme] of [
      [words.closures, 'mouthClose', 'PP'],
      [words.bites, 'mouthRollLower', 'FF'],
    ] as const)
      for (const phaseMs of [0, 4, 8, 12, 16]) {
        const spoken = faster(track, rate);
        const frames = framesOf(spoken, phaseMs);
        for (const { startMs, durationMs } of spoken.filter((item) => item.viseme === viseme)) {
          const middle = startMs + durationMs / 2;
          const nearest = frames.filter(({ atMs }) => Math.abs(atMs - middle) <= frameMs / 2 + 1e-6);
          expect(Math.max(...nearest.map(({ mouth }) => mouth[movement] ?? 0))).toBeGreaterThanOrEqual(0.95);
        }
      }
  });

  it('[MO1] touch in every track', () => {
    fc.assert(
      fc.property(anyTrack, fc.double({ min: 0, max: frameMs, noNaN: true }), (track, phaseMs) => {
        const frames = framesOf(track, phaseMs);
        for (const { viseme, startMs, durationMs } of track)
          if (viseme === 'PP') {
            const near = frames.filter(
              ({ atMs }) => Math.abs(atMs - startMs - durationMs / 2) <= frameMs / 2 + 1e-6,
            );
            expect(Math.max(...near.map(({ mouth }) => mouth.mouthClose ?? 0))).toBeGreaterThanOrEqual(0.95);
          }
      }),
    );
  });

  it('[MO2] stay closed under a wide smile, an open jaw and raised lips', () => {
    const expressions: ExpressionWeights = {
      mouthSmileLeft: 1,
      mouthSmileRight: 1,
      mouthUpperUp: 0.6,
      mouthLowerDown: 0.4,
      mouthFunnel: 0.5,
      jawOpen: 0.5,
    };
    const track = say(['aa', 160], ['PP', 70], ['aa', 160]);
    const weights = mouthWeights(expressions, articulationAt(track, 195));
    expect(weights.mouthClose).toBeCloseTo(weights.jawOpen ?? -1, 5);
    expect(weights.mouthUpperUp).toBeLessThan(0.01);
    expect(weights.mouthLowerDown).toBeLessThan(0.01);
    expect(weights.mouthSmileLeft).toBeGreaterThan(0.7);
  });
});

describe('co-articulation', () => {
  it('[MO3] rounds the lips early for a vowel, also through consonants', () => {
    const round = (track: readonly TimedViseme[], atMs: number): number =>
      articulationAt(track, atMs).mouthPucker ?? 0;
    const [rounded, spread] = [
      say(['SS', 90], ['DD', 70], ['U', 180]),
      say(['SS', 90], ['DD', 70], ['I', 180]),
    ];
    expect(round(rounded, 125)).toBeGreaterThan(0.45);
    expect(round(rounded, 45)).toBeGreaterThan(0.15);
    expect(round(spread, 125)).toBeLessThan(0.02);
    const through = say(['U', 140], ['PP', 70], ['U', 140]);
    expect(round(through, 175)).toBeGreaterThan(0.6);
  });

  it('[MO4] moves the jaw more slowly than the lips, and the tongue fastest', () => {
    const track = say(['sil', 200], ['nn', 200], ['aa', 200], ['sil', 200]);
    /** How long a movement takes from a fifth to four fifths of its peak. */
    const riseMs = (name: Expression): number => {
      const values = Array.from({ length: 700 }, (_, atMs) => articulationAt(track, atMs)[name] ?? 0);
      const peak = Math.max(...values);
      const top = values.findIndex((value) => value >= 0.8 * peak);
      return top - values.findIndex((value) => value >= 0.2 * peak);
    };
    expect(riseMs('tongueUp')).toBeLessThan(riseMs('mouthUpperUp'));
    expect(riseMs('mouthUpperUp')).toBeLessThan(riseMs('jawOpen'));
  });

  it('[MO4] opens the jaw less for the vowels of fast speech', () => {
    const jaw = (rate: number): number => {
      const track = faster(say(['DD', 80], ['aa', 130], ['DD', 80]), rate);
      return Math.max(...framesOf(track).map(({ mouth }) => mouth.jawOpen ?? 0));
    };
    expect(jaw(1.5)).toBeLessThan(jaw(1));
    expect(jaw(1)).toBeGreaterThan(0.45);
  });

  it('[MO5] never jumps from one frame to the next', () => {
    const limits: Partial<Record<Expression, number>> = {
      mouthClose: 0.4,
      mouthPress: 0.4,
      mouthRollLower: 0.4,
      tongueUp: 0.45,
      tongueOut: 0.45,
    };
    const all: readonly Expression[] = [
      'jawOpen',
      'mouthPucker',
      'mouthFunnel',
      'mouthStretch',
      'mouthUpperUp',
      'mouthLowerDown',
      ...(Object.keys(limits) as Expression[]),
    ];
    fc.assert(
      fc.property(anyTrack, (track) => {
        const frames = framesOf(track);
        for (const name of all)
          expect(largestStep(frames, name), name).toBeLessThanOrEqual(limits[name] ?? 0.25);
      }),
      { numRuns: 60 },
    );
  });

  it('[MO6] is at rest well before the sound and well after it', () => {
    const track = say(['aa', 120], ['U', 120], ['PP', 60], ['O', 150]);
    for (const atMs of [-450, trackEndMs(track) + 450])
      for (const weight of Object.values(articulationAt(track, atMs))) expect(weight).toBeLessThan(0.03);
    expect(articulationAt([], 0)).toEqual({});
  });

  it('ignores an unknown shape', () => {
    const track = [...say(['aa', 120]), { viseme: 'zz' as 'aa', startMs: 120, durationMs: 120 }];
    expect(articulationAt(track, 180).jawOpen).toBeGreaterThan(0);
  });
});
