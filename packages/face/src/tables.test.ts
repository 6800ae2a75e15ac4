import { describe, expect, it } from 'vitest';
import rims from './accessories/rims.json' with { type: 'json' };
import outlines from './clothes/outlines.json' with { type: 'json' };
import shapes from './hair/shapes.json' with { type: 'json' };
import stations from './head/cross-sections.json' with { type: 'json' };
import { expressionNames } from './head/expressions.ts';
import { lastStation } from './head/loft.ts';
import { checkLook } from './look/face-look.ts';
import looks from './look/presets.json' with { type: 'json' };
import { averageLook, lookPresetNames, presets } from './look/presets.ts';
import articulation from './motion/tables/articulation.json' with { type: 'json' };
import emotions from './motion/tables/emotions.json' with { type: 'json' };
import modes from './motion/tables/modes.json' with { type: 'json' };
import visemes from './motion/tables/visemes.json' with { type: 'json' };
import { visemeList } from './motion/visemes.ts';

const known: ReadonlySet<string> = new Set(expressionNames);

/** The compiler accepts further names in a table, so a misspelt one would have no effect. */
function expectWeights(weights: object): void {
  for (const [name, weight] of Object.entries(weights)) {
    expect(known, name).toContain(name);
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThanOrEqual(1);
  }
}

/** Rows of the same length, of finite numbers. */
function expectRows(rows: readonly (readonly number[])[], length: number): void {
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row).toHaveLength(length);
    expect(row.every(Number.isFinite)).toBe(true);
  }
}

/** A curve goes through its points in one direction. */
function expectCurve(knots: readonly (readonly number[])[]): void {
  expectRows(knots, 2);
  const xs = knots.map(([x = 0]) => x);
  const sorted = xs.toSorted((a, b) => a - b);
  expect([sorted, sorted.toReversed()]).toContainEqual(xs);
}

describe('the tables of the face', () => {
  it('presets: only parts of a look, and the average look is complete', () => {
    expect(checkLook(averageLook).ok).toBe(true);
    for (const name of lookPresetNames) {
      expect(checkLook(presets[name])).toEqual({ ok: true, look: presets[name] });
      expect(Object.keys(averageLook)).toEqual(expect.arrayContaining(Object.keys(looks.people[name])));
    }
  });

  it('emotions, modes and visemes: known expressions from 0 to 1', () => {
    for (const { expressions } of [...Object.values(emotions), ...Object.values(modes)])
      expectWeights(expressions);
    expect(Object.keys(visemes)).toEqual([...visemeList]);
    for (const { shape, vrm, strength } of Object.values(visemes)) {
      expectWeights(shape);
      expect(['aa', 'ih', 'ou', 'ee', 'oh']).toEqual(expect.arrayContaining(Object.keys(vrm)));
      expect(strength).toBeGreaterThan(0);
    }
  });

  it('articulation: known movements and visemes, each movement in one part', () => {
    const movements = articulation.flatMap((part) => part.movements);
    expect(new Set(movements).size).toBe(movements.length);
    expect([...known]).toEqual(expect.arrayContaining(movements));
    for (const { grip } of articulation)
      expect([...visemeList]).toEqual(expect.arrayContaining(Object.keys(grip)));
  });

  it('shapes: rows of numbers, and curves that run in one direction', () => {
    expectRows(stations, 8);
    expect(stations).toHaveLength(lastStation + 1);
    expectRows(shapes.ponytail, 3);
    for (const rows of Object.values(outlines)) expectRows(rows, 2);
    for (const curve of [shapes.faceOpening, shapes.falling.bob.opening, shapes.cheekLine])
      expectCurve(curve);
    for (const { width } of Object.values(shapes.falling)) expectCurve(width);
    for (const { halfWidth, halfHeight, thick } of Object.values(rims))
      expect(Math.min(halfWidth, halfHeight, thick)).toBeGreaterThan(0);
  });
});
