import { expect, it } from 'vitest';
import { strandTexture } from './strand-texture.ts';

it('the texture of strands repeats without a seam, and its mean changes neither colour nor shape', () => {
  const { data, width, height } = strandTexture().image as {
    readonly data: Uint8Array;
    readonly width: number;
    readonly height: number;
  };
  const at = (x: number, y: number, channel: number): number =>
    data[4 * ((y % height) * width + (x % width)) + channel] ?? 0;
  const jump = (x: number, y: number, dx: number, dy: number): number =>
    Math.abs(at(x + dx, y + dy, 0) - at(x, y, 0));
  const range = (count: number): number[] => [...Array(count).keys()];
  const inside = Math.max(...range(width - 1).map((x) => jump(x, 9, 1, 0)));
  expect(Math.max(...range(height).map((y) => jump(width - 1, y, 1, 0)))).toBeLessThanOrEqual(inside + 20);
  expect(Math.max(...range(width).map((x) => jump(x, height - 1, 0, 1)))).toBeLessThan(40);
  for (const channel of [0, 1, 2]) {
    const sum = range(width * height).reduce((total, i) => total + (data[4 * i + channel] ?? 0), 0);
    expect(Math.abs(sum / (width * height) - 128)).toBeLessThan(4);
  }
});
