import { describe, expect, it } from 'vitest';
import { stillFrame } from '../motion/face-frame.ts';
import { cell, depthShrink, person, places } from './layout.ts';
import { columns, movementOf, type PictureMap } from './movement.ts';
import { warpOf } from './warp.ts';

const pixels = (width: number, height: number, value: (x: number, y: number) => number): ImageData => {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++)
    data.set([value(i % width, Math.floor(i / width)), (i * 7) % 251, i % 13, 255], 4 * i);
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
};
/** A ball in front of a wall. */
const depth = pixels(places.depth.width, places.depth.height, (x, y) => {
  const away = Math.hypot(x - person.width / 2 / depthShrink, y - 375 / depthShrink) / 30;
  return 128 + 80 * Math.sqrt(Math.max(0, 1 - away ** 2));
});
const movement = movementOf(depth);
const turned = (head: Partial<typeof stillFrame.head>): PictureMap =>
  movement({ ...stillFrame, head: { ...stillFrame.head, ...head } }).slice();
const rest = turned({});
/** How far the picture has moved at a place, to the right and down. */
const shiftAt = (map: PictureMap, x: number, y: number): [number, number] => {
  const at = 2 * (Math.round(y / cell) * columns + Math.round(x / cell));
  return [(rest[at] ?? 0) - (map[at] ?? 0), (rest[at + 1] ?? 0) - (map[at + 1] ?? 0)];
};
const [middle, nose, chest] = [person.width / 2, 375, 1100];

describe('the movement of the picture', () => {
  it('is none at rest', () => {
    for (let i = 0; i < rest.length; i += 2) {
      expect(rest[i]).toBeCloseTo(((i / 2) % columns) * cell);
      expect(rest[i + 1]).toBeCloseTo(Math.floor(i / 2 / columns) * cell);
    }
  });

  it('turns near parts further than far ones, and the chest not at all', () => {
    const map = turned({ yaw: 0.2 });
    expect(shiftAt(map, middle, nose)[0]).toBeGreaterThan(20);
    expect(shiftAt(map, middle, nose)[0]).toBeGreaterThan(shiftAt(map, middle - 250, nose)[0] + 10);
    expect(shiftAt(map, middle, chest)).toEqual([0, 0]);
  });

  it('nods down, and tilts to the person’s left', () => {
    expect(shiftAt(turned({ pitch: 0.15 }), middle, nose)[1]).toBeGreaterThan(15);
    expect(shiftAt(turned({ roll: 0.15 }), middle, 100)[0]).toBeGreaterThan(15);
  });

  it.for([
    ['yaw', 0.21],
    ['yaw', -0.21],
    ['pitch', 0.2],
    ['pitch', -0.15],
    ['roll', 0.17],
  ] as const)('never folds the picture: %s %d', ([axis, angle]) => {
    const map = turned({ [axis]: angle });
    for (let i = 0; i < map.length - 2 * columns; i += 2) {
      const isLast = (i / 2) % columns === columns - 1;
      if (!isLast) expect((map[i + 2] ?? 0) - (map[i] ?? 0)).toBeGreaterThan(0);
      expect((map[i + 1 + 2 * columns] ?? 0) - (map[i + 1] ?? 0)).toBeGreaterThan(0);
    }
  });
});

describe('a picture drawn through a map', () => {
  const picture = pixels(person.width, person.height, (x, y) => (3 * x + 5 * y) % 251);
  const blank = () => pixels(person.width, person.height, () => 0);

  it('is the same at rest, pixel by pixel', () => {
    const shown = blank();
    expect(warpOf(picture, shown).draw(rest)).toEqual({
      x: 0,
      y: 0,
      width: person.width,
      height: person.height,
    });
    // The last pixels have no neighbours to be mixed with.
    for (let y = 0; y < person.height - 2; y += 17)
      for (let x = 0; x < person.width - 2; x += 13) {
        const at = 4 * (y * person.width + x);
        expect([...shown.data.subarray(at, at + 4)]).toEqual([...picture.data.subarray(at, at + 4)]);
      }
  });

  it('moves by whole and by parts of pixels', () => {
    const shown = blank();
    const slope = pixels(person.width, person.height, (x) => x % 200);
    warpOf(slope, shown).draw(rest.map((place, i) => (i % 2 === 0 ? place + 10.5 : place)));
    const at = 4 * (100 * person.width + 50);
    expect(Math.abs((shown.data[at] ?? 0) - 60.5)).toBeLessThanOrEqual(0.5);
  });

  it('is drawn again only where something is different', () => {
    const warp = warpOf(picture, blank());
    warp.draw(rest);
    expect(warp.draw(rest)).toBeUndefined();
    warp.change({ x: 320, y: 320, width: 32, height: 32 });
    expect(warp.draw(rest)).toEqual({ x: 256, y: 256, width: 160, height: 160 });
    const [x, y] = [20, 30];
    const nudged = rest.slice();
    nudged[2 * (y * columns + x)] = 320.5;
    expect(warp.draw(nudged)).toEqual({ x: 304, y: 464, width: 32, height: 32 });
  });
});
