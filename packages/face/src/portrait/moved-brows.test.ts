import { describe, expect, it } from 'vitest';
import { stillFrame } from '../motion/face-frame.ts';
import { faceWeights } from '../motion/face-weights.ts';
import { regions } from './layout.ts';
import { movedBrows } from './moved-brows.ts';
import { brows, mixBrows } from './shapes.ts';

const { width, height } = regions.brows;
/** A column through the brow of the person's left side. */
const column = 190;

/** A bright picture with a dark brow, whose middle is in this row. */
const drawn = (middle: number): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) =>
    Math.abs(Math.floor(i / 4 / width) - middle) <= 2 ? 40 : 220,
  );
/** The rows in which the brow is seen. */
const darkRows = (colours: Float32Array): number[] =>
  Array.from({ length: height }, (_, row) => row).filter(
    (row) => (colours[3 * (row * width + column)] ?? 0) < 190,
  );

describe('brows between two pictures', () => {
  const raised = brows[2] ?? stillFrame;
  const from = (share: number) =>
    faceWeights({
      ...stillFrame,
      expressions: Object.fromEntries(
        Object.entries(raised.expressions).map(([name, weight]) => [name, share * weight]),
      ),
    });
  const rest = 60;
  const only = (which: number): number[] => brows.map((_, i) => (i === which ? 1 : 0));
  const lifted = movedBrows(brows.map(() => drawn(rest)))(from(1), only(0));

  it('go up when they are raised', () => {
    expect(Math.max(...darkRows(lifted))).toBeLessThan(rest - 2);
  });

  it.for([0.2, 0.4, 0.5, 0.7, 0.85])('are seen once, when they are raised to %d', (share) => {
    // The brow of the picture between both is about where its weights put it.
    const pictures = [rest, rest - 4, rest - 11].map(drawn);
    const mixed = movedBrows([...pictures, ...brows.slice(3).map(() => drawn(rest))]);
    const seen = darkRows(mixed(from(share), mixBrows(from(share))));
    expect(seen.length).toBeGreaterThan(2);
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(8);
  });
});
