import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articulationAt } from '../motion/articulation.ts';
import { stillFrame } from '../motion/face-frame.ts';
import { faceWeights } from '../motion/face-weights.ts';
import { modeStyles } from '../motion/modes.ts';
import type { TimedViseme } from '../motion/mouth-track.ts';
import { type Viseme, visemeList, visemePlans } from '../motion/visemes.ts';
import { brows, lids, mixBrows, mixLids, mixMouth, mouths } from './shapes.ts';

const frameMs = 1000 / 30;
const talking = { ...stillFrame, expressions: modeStyles.talking.expressions };
/** How much the pictures of a viseme have of the mouth at a moment of a track. */
const shareOf = (wanted: Viseme, track: readonly TimedViseme[], atMs: number): number => {
  const shares = mixMouth(faceWeights({ ...talking, mouth: articulationAt(track, atMs) }));
  return mouths.reduce((sum, { viseme }, i) => sum + (viseme === wanted ? (shares[i] ?? 0) : 0), 0);
};

describe('the mixture of pictures', () => {
  it.for(mouths.map((mouth, i) => [i, mouth.viseme] as const))('mouth %d (%s) is shown as it is', ([i]) => {
    const shares = mixMouth(faceWeights(mouths[i]?.frame ?? stillFrame));
    expect(shares[i]).toBeGreaterThan(0.99);
  });

  it('brows and lids are shown as they are', () => {
    brows.forEach((frame, i) => {
      expect(mixBrows(faceWeights(frame))[i]).toBeGreaterThan(0.99);
    });
    lids.forEach((frame, i) => {
      expect(mixLids.left(faceWeights(frame))[i]).toBeGreaterThan(0.99);
      expect(mixLids.right(faceWeights(frame))[i]).toBeGreaterThan(0.99);
    });
  });

  it('a wink closes one eye', () => {
    const wink = faceWeights({ ...stillFrame, expressions: { eyeBlinkLeft: 1 } });
    expect(mixLids.left(wink).at(-1)).toBeGreaterThan(0.9);
    expect(mixLids.right(wink).at(-1)).toBe(0);
  });

  it('every viseme has a picture that is near it', () => {
    const shown = visemeList.map((viseme) => {
      const shares = mixMouth(faceWeights({ ...talking, mouth: visemePlans[viseme].shape }));
      return [viseme, mouths[shares.indexOf(Math.max(...shares))]?.viseme];
    });
    // These sounds differ in the tongue, which is hardly seen.
    const alike: Readonly<Record<string, string>> = { kk: 'DD', nn: 'DD' };
    expect(shown).toEqual(visemeList.map((viseme) => [viseme, alike[viseme] ?? viseme]));
  });

  it('parts are never negative and add up to one', () => {
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(weight, weight, weight, weight, (jawOpen, mouthPucker, mouthStretch, mouthClose) => {
        const shares = mixMouth(
          faceWeights({ ...talking, mouth: { jawOpen, mouthPucker, mouthStretch, mouthClose } }),
        );
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
      }),
    );
  });
});

describe('pictures of a mouth in speech', () => {
  const say = (...shapes: readonly (readonly [Viseme, number])[]): TimedViseme[] => {
    let startMs = 0;
    return shapes.map(([viseme, durationMs]) => {
      startMs += durationMs;
      return { viseme, startMs: startMs - durationMs, durationMs };
    });
  };

  it.for([0, 8, 16, 24])(
    '[MO10] lips close within 80 ms of a P, B or M, if the first frame comes at %d ms',
    (phase) => {
      const track = say(
        ['aa', 150],
        ['PP', 70],
        ['aa', 130],
        ['PP', 60],
        ['E', 120],
        ['PP', 60],
        ['O', 110],
        ['PP', 70],
        ['I', 90],
      );
      const frames = Array.from({ length: 60 }, (_, i) => phase + i * frameMs);
      for (const { startMs, durationMs } of track.filter(({ viseme }) => viseme === 'PP')) {
        const near = frames.filter((atMs) => Math.abs(atMs - startMs - durationMs / 2) <= 80);
        expect(Math.max(...near.map((atMs) => shareOf('PP', track, atMs)))).toBeGreaterThan(0.9);
      }
      // Between the closures it opens again.
      expect(shareOf('PP', track, 285)).toBe(0);
    },
  );
});
