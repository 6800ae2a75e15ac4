import { describe, expect, it } from 'vitest';
import { averageLook } from '../../look/presets.ts';
import { headForm } from '../head-form.ts';
import { lipLine } from './lips.ts';
import { mouthPose } from './mouth-poses.ts';

const form = headForm(averageLook);
const { halfWidth } = form.mouth;
/** The offset of a point beside or on the upper lip's edge in a pucker. */
const puckered = (x: number, above = 0.01): readonly [number, number, number] =>
  mouthPose(
    'mouthPucker',
    { at: [x, lipLine(x, form.mouth) + above, 0.75], isUpper: true, station: 9, angle: x },
    form,
  ) ?? [0, 0, 0];

describe('lips that are drawn together', () => {
  it('get narrower by about a quarter and come forward', () => {
    expect(1 + puckered(halfWidth)[0] / halfWidth).toBeGreaterThan(0.7);
    expect(1 + puckered(halfWidth)[0] / halfWidth).toBeLessThan(0.8);
    expect(puckered(0)[2]).toBeGreaterThan(0.08);
  });

  it('draw the cheek along, less the further away it is, without a crease', () => {
    const steps = Array.from({ length: 12 }, (_, i) => halfWidth + 0.03 * i);
    const moved = steps.map((x) => -puckered(x)[0]);
    expect(moved).toEqual(moved.toSorted((a, b) => b - a));
    for (const [i, inward] of moved.slice(1).entries())
      expect((moved[i] ?? 0) - inward).toBeLessThan(0.6 * 0.03 + 0.012);
  });
});
