import { expect, it } from 'vitest';
import { clothesMesh } from '../clothes/clothes-mesh.ts';
import { hairMesh } from '../hair/hair-mesh.ts';
import { headSteps } from '../head/head-mesh.ts';
import { type MeshData, vectorAt } from '../head/mesh-data.ts';
import { presets } from '../look/presets.ts';
import { finished } from '../maths/steps.ts';
import { bakedLightSteps } from './baked-light.ts';

/** The vertex in front that is nearest to a point of the front view. */
function vertexAt({ positions }: MeshData, x: number, y: number): number {
  const distance = (i: number): number => {
    const [px, py, pz] = vectorAt(positions, i);
    return Math.hypot(px - x, py - y) + (pz < 0 ? 9 : 0);
  };
  return [...Array(positions.length / 3).keys()].reduce((best, i) =>
    distance(i) < distance(best) ? i : best,
  );
}

it('shadows lie under the chin, the fringe and the collar', () => {
  const { hair: bob } = presets.nora;
  const head = finished(headSteps(presets.samuel));
  const hair = hairMesh(head.loft, bob.style);
  const cloth = clothesMesh(head.loft, presets.samuel.clothes.kind);
  if (!hair) throw new Error('The bob has no hair.');
  const light = finished(bakedLightSteps([head, hair, cloth], [head]))(head);
  const bare = finished(bakedLightSteps([head], [head]))(head);
  const [cheek, neck] = [vertexAt(head, 0.35, -0.4), vertexAt(head, 0, -1.1)];
  const [forehead, throat] = [vertexAt(head, 0, 0.36), vertexAt(head, -0.2, -1.3)];
  expect(bare.key[cheek]).toBeGreaterThan(0.9);
  expect(bare.key[neck]).toBeLessThan(0.3);
  expect(bare.sky[neck]).toBeLessThan((bare.sky[cheek] ?? 0) - 0.1);
  expect(light.key[forehead]).toBeLessThan((bare.key[forehead] ?? 0) - 0.3);
  expect(light.sky[throat]).toBeLessThan((bare.sky[throat] ?? 0) - 0.1);
});
