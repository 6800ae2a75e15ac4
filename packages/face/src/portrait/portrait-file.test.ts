import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lookPresetNames } from '../look/presets.ts';
import { atlas, type Box, person, places, regions } from './layout.ts';
import { isPortraitFile } from './portrait-file.ts';
import { brows, lids, mouths } from './shapes.ts';

const folder = fileURLToPath(new URL('../../portraits/', import.meta.url));
const bytesOf = (name: string): Uint8Array => readFileSync(`${folder}${name}.webp`);

describe('the files of the built-in people', () => {
  it.for(lookPresetNames)('%s has pictures of at most 250 KB', (name) => {
    expect(bytesOf(name).length).toBeGreaterThan(50_000);
    expect(isPortraitFile(bytesOf(name))).toBe(true);
  });

  it('are all of them', () => {
    expect(readdirSync(folder).sort()).toEqual(lookPresetNames.map((name) => `${name}.webp`).sort());
  });

  it('are not cut short, larger, of another size, or another kind of file', () => {
    const file = bytesOf('mara');
    const changed = (at: number): Uint8Array => file.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const picture = Buffer.from(file).indexOf('VP8 ');
    expect(isPortraitFile(file.subarray(0, file.length - 1))).toBe(false);
    expect(isPortraitFile(new Uint8Array([...file, 0]))).toBe(false);
    expect(isPortraitFile(new Uint8Array(300_000))).toBe(false);
    for (const at of [0, 4, 8, picture, picture + 14, picture + 16])
      expect(isPortraitFile(changed(at)), String(at)).toBe(false);
  });
});

describe('the layout of the files', () => {
  const boxes = Object.values(places).flat() as Box[];

  it('has one place for each picture', () => {
    const counts = [places.mouths, places.brows, places.lids, places.eyeMattes].map(({ length }) => length);
    expect(counts).toEqual([mouths.length, brows.length, lids.length, lids.length]);
  });

  it('has no place outside of the file, and no two at the same spot', () => {
    const fits = ({ x, y, width, height }: Box, within: { width: number; height: number }): boolean =>
      Math.min(x, y) >= 0 && x + width <= within.width && y + height <= within.height;
    for (const box of boxes) expect(fits(box, atlas), JSON.stringify(box)).toBe(true);
    for (const region of Object.values(regions)) expect(fits(region, person)).toBe(true);
    const meet = (a: Box, b: Box): boolean =>
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b] as const));
    expect(pairs.filter(([a, b]) => meet(a, b))).toEqual([]);
  });
});
