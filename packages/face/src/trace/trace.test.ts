import { describe, expect, it } from 'vitest';
import { headAtRest } from '../head/head-mesh.ts';
import type { FaceLook } from '../look/face-look.ts';
import { presetOfShape } from '../look/preset-of-shape.ts';
import { presets } from '../look/presets.ts';
import { project } from '../still/camera.ts';
import { type CodedTracing, decodeTracing } from '../still/coded-tracing.ts';
import { triedPresets } from '../testing/tried-presets.ts';
import { encodeTracing, trace } from './index.ts';

/** The largest distance to the side at which the camera sees the head, above the chin. */
function widthOf(look: FaceLook): number {
  const { positions } = headAtRest(look);
  let widest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0];
    if (y > -0.9) widest = Math.max(widest, project(x, y, z)[0]);
  }
  return widest;
}

describe('a tracing', () => {
  it.for(triedPresets)('has the outline of the 3D head and survives its coding: %s', (name) => {
    const look = presets[name];
    const traced = trace(look);
    expect(Math.abs(Math.max(...traced.face.map(([x]) => x)) - widthOf(look))).toBeLessThan(0.03);
    const file = JSON.stringify(encodeTracing(traced));
    // As text, because a coded zero has no sign.
    expect(JSON.stringify(decodeTracing(JSON.parse(file) as CodedTracing))).toBe(JSON.stringify(traced));
  });

  it('is the preset’s tracing if only colours, brows, lashes and accessories differ', () => {
    const { skin, eyes, hair, facialHair, clothes, lips, ...rest } = presets.jonas;
    const colour = '#123456';
    const disguised: FaceLook = {
      ...rest,
      skin: { colour, freckles: 1, blush: 1 },
      eyes: { ...eyes, colour, lashes: 1 },
      brows: { colour, thickness: 1, arch: 1 },
      lips: { ...lips, colour },
      hair: { ...hair, colour },
      facialHair: { ...facialHair, colour },
      glasses: { style: 'round', colour },
      clothes: { ...clothes, colour, second: colour },
      earrings: !rest.earrings,
      background: { top: colour, bottom: colour },
    };
    expect(presetOfShape(disguised)).toBe('jonas');
    expect(trace(disguised)).toEqual(trace(presets.jonas));
  });

  it('is a separate one if a shape differs', () => {
    const { mara } = presets;
    const others: FaceLook[] = [
      { ...mara, age: 70 },
      { ...mara, face: { ...mara.face, jaw: 0.5 } },
      { ...mara, eyes: { ...mara.eyes, size: -0.3 } },
      { ...mara, nose: { ...mara.nose, length: 0.4 } },
      { ...mara, lips: { ...mara.lips, width: 0.4 } },
      { ...mara, hair: { ...mara.hair, style: 'bob' } },
      { ...mara, facialHair: { ...mara.facialHair, style: 'goatee' } },
      { ...mara, clothes: { ...mara.clothes, kind: 'hoodie' } },
    ];
    expect(others.map(presetOfShape)).toEqual(others.map(() => undefined));
  });
});
