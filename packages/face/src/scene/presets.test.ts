import { describe, expect, it } from 'vitest';
import { accessoriesOf } from '../accessories/accessories-mesh.ts';
import { clothesMesh } from '../clothes/clothes-mesh.ts';
import { hairMesh } from '../hair/hair-mesh.ts';
import { earsMesh } from '../head/ears.ts';
import { headMesh } from '../head/head-mesh.ts';
import type { MeshData } from '../head/mesh-data.ts';
import { CLOTHES_KINDS, GLASSES_STYLES, HAIR_STYLES } from '../look/face-look.ts';
import { AVERAGE_LOOK, PRESET_NAMES, PRESETS } from '../look/presets.ts';

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
    const told = PRESET_NAMES.map((name) => {
      const { hair, skin, clothes, facialHair } = PRESETS[name];
      return [hair.style, hair.colour, skin.colour, clothes.kind, facialHair.style].join();
    });
    expect(PRESET_NAMES.length).toBeGreaterThanOrEqual(8);
    expect(new Set(told).size).toBe(PRESET_NAMES.length);
  });

  it.for(PRESET_NAMES)('have sound shapes: %s', (name) => {
    const look = PRESETS[name];
    const head = headMesh(look);
    const hair = hairMesh(head, look.hair.style);
    expectSound(head);
    expectSound(hair.mesh);
    expectSound(clothesMesh(head.loft, look.clothes.kind));
  });
});

describe('every choice of a look', () => {
  const head = headMesh(AVERAGE_LOOK);

  it.for(HAIR_STYLES)('hair %s stays outside of the head and within the budget', (style) => {
    const { mesh } = hairMesh(head, style);
    expectSound(mesh);
    expect(mesh.triangles.length / 3).toBeLessThan(75_000);
    expect(mesh.positions.length === 0).toBe(style === 'bald');
  });

  it.for(CLOTHES_KINDS)('clothes %s', (kind) => expectSound(clothesMesh(head.loft, kind)));

  it.for(GLASSES_STYLES)('glasses %s', (style) => {
    const look = { ...AVERAGE_LOOK, glasses: { style, colour: '#222222' } };
    const parts = accessoriesOf(look, head.form, earsMesh(head.form, head.loft));
    expect(JSON.stringify(parts)).not.toContain('null');
  });

  it('the ends of every measure give a sound head', () => {
    for (const end of [-1, 1]) {
      const { face, eyes, brows, nose, lips } = AVERAGE_LOOK;
      expectSound(
        headMesh({
          ...AVERAGE_LOOK,
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
