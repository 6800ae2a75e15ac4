import { describe, expect, it } from 'vitest';
import { accessoriesOf } from '../accessories/accessories-mesh.ts';
import { clothesMesh } from '../clothes/clothes-mesh.ts';
import { beardMesh } from '../hair/beard-mesh.ts';
import { hairMesh } from '../hair/hair-mesh.ts';
import { browMesh } from '../head/brows/brow-mesh.ts';
import { earsMesh } from '../head/ears.ts';
import { type HeadMesh, headSteps } from '../head/head-mesh.ts';
import type { MeshData } from '../head/mesh-data.ts';
import { innerMesh } from '../head/mouth/inner-mesh.ts';
import { clothesKinds, type FaceLook, glassesStyles } from '../look/face-look.ts';
import { averageLook, lookPresetNames, presets } from '../look/presets.ts';
import { finished } from '../maths/steps.ts';
import { someHair, triedPresets } from '../testing/tried-presets.ts';

const headMesh = (look: FaceLook): HeadMesh => finished(headSteps(look));

function expectSound({ positions, normals, triangles }: MeshData): void {
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(normals.every(Number.isFinite)).toBe(true);
  expect(normals.length).toBe(positions.length);
  expect(new Uint32Array(triangles).reduce((most, index) => Math.max(most, index), 0)).toBeLessThan(
    Math.max(1, positions.length / 3),
  );
}

describe('the built-in people', () => {
  it('are at least eight, no two with the same hair, face and clothes', () => {
    const descriptions = lookPresetNames.map((name) => {
      const { hair, skin, clothes, facialHair } = presets[name];
      return [hair.style, hair.colour, skin.colour, clothes.kind, facialHair.style].join();
    });
    expect(lookPresetNames.length).toBeGreaterThanOrEqual(8);
    expect(new Set(descriptions).size).toBe(lookPresetNames.length);
  });

  it.for(triedPresets)('have sound shapes: %s', (name) => {
    const look = presets[name];
    const head = headMesh(look);
    const hair = hairMesh(head.loft, look.hair.style);
    expectSound(head);
    const meshes: MeshData[] = [
      head,
      earsMesh(head.form, head.loft),
      browMesh(head, look.brows),
      innerMesh(head.form),
      clothesMesh(head.loft, look.clothes.kind),
    ];
    const beard = beardMesh(head, look.facialHair.style);
    if (hair) meshes.push(hair);
    if (beard) meshes.push(beard);
    for (const mesh of meshes) expectSound(mesh);
    const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0);
    expect(triangles).toBeLessThan(54_000);
  });
});

describe('every choice of a look', () => {
  const head = headMesh(averageLook);

  it.for(someHair)('hair %s has a shape and stays within the budget', (style) => {
    const hair = hairMesh(head.loft, style);
    expect(hair === undefined).toBe(style === 'bald');
    if (!hair) return;
    expectSound(hair);
    expect(hair.triangles.length / 3).toBeGreaterThan(1000);
    expect(hair.triangles.length / 3).toBeLessThan(20_000);
  });

  it.for(clothesKinds)('clothes %s', (kind) => expectSound(clothesMesh(head.loft, kind)));

  it.for(glassesStyles)('glasses %s', (style) => {
    const look = { ...averageLook, glasses: { style, colour: '#222222' } };
    const parts = accessoriesOf(look, head.form, earsMesh(head.form, head.loft));
    expect(JSON.stringify(parts)).not.toContain('null');
  });

  it('the limits of every number give a valid head', () => {
    for (const end of [-1, 1]) {
      const { face, eyes, brows, nose, lips } = averageLook;
      expectSound(
        headMesh({
          ...averageLook,
          age: end < 0 ? 18 : 90,
          face: { ...face, width: end, jaw: end, chin: end, cheeks: end, build: end },
          eyes: { ...eyes, size: end, spacing: end, lashes: (end + 1) / 2 },
          brows: { ...brows, thickness: end, arch: end },
          nose: { ...nose, width: end, length: end, bridge: end, tip: end },
          lips: { ...lips, fullness: end, width: end },
        }),
      );
    }
  });
});
