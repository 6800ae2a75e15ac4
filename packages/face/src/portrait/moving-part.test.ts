import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changesOf, onlyWhere } from './moving-part.ts';

const [width, height] = [120, 80];
/** Stripes, with a spot of another colour. */
const picture = (spot?: readonly [x: number, y: number]): ImageData => {
  const image = new ImageData(width, height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isSpot = spot && Math.hypot(x - spot[0], y - spot[1]) < 12;
    image.data.set([isSpot ? 250 : 100 + 40 * (x % 2), 120, 90, 255], 4 * i);
  }
  return image;
};
const red = ({ data }: ImageData, x: number, y: number): number => data[4 * (y * width + x)] ?? 0;

describe('the part of a picture that moves', () => {
  beforeAll(() => {
    vi.stubGlobal(
      'ImageData',
      class {
        readonly data: Uint8ClampedArray;
        readonly width: number;
        readonly height: number;
        constructor(across: number, down: number) {
          [this.width, this.height] = [across, down];
          this.data = new Uint8ClampedArray(4 * across * down);
        }
      },
    );
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it('is white where any picture differs, black far away, and soft between', () => {
    const matte = changesOf([picture(), picture([40, 40]), picture([48, 40])]);
    expect([red(matte, 40, 40), red(matte, 48, 40)]).toEqual([255, 255]);
    expect([red(matte, 100, 40), red(matte, 40, 2)]).toEqual([0, 0]);
    const steps = Array.from({ length: 50 }, (_, i) => red(matte, 48 + i, 40));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
    expect(Math.max(...steps.slice(1).map((value, i) => (steps[i] ?? 0) - value))).toBeLessThan(60);
  });

  it('keeps its detail, and the rest has none', () => {
    const [still, moved] = [picture(), picture([40, 40])];
    const kept = onlyWhere(changesOf([still, moved]), moved);
    expect(red(kept, 40, 40)).toBe(250);
    expect(red(kept, 100, 40)).toBe(red(kept, 101, 70));
  });

  it('is nothing if all pictures are the same', () => {
    const matte = changesOf([picture(), picture()]);
    expect(Math.max(...matte.data.filter((_, i) => i % 4 === 0))).toBe(0);
  });
});
