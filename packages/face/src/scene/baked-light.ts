import type { MeshData } from '../head/mesh-data.ts';
import type { Steps } from '../maths/steps.ts';
import { unit, type Vector } from '../maths/vector.ts';
import { visibilitySteps } from '../maths/visibility.ts';
import { keyDirection } from './shaders/studio.ts';

/** How much light reaches each vertex, 0 to 1: of the soft light from everywhere, and of the key light. */
export interface BakedLight {
  readonly sky: Float32Array;
  readonly key: Float32Array;
}

const golden = Math.PI * (3 - Math.sqrt(5));

/** Evenly spread over what a sitter sees: the front, the sides and above. */
const skyLights = Array.from({ length: 24 }, (_, i): Vector => {
  const y = 1 - (i + 0.5) / 12;
  const flat = Math.sqrt(1 - y * y);
  return [flat * Math.sin(i * golden), y, flat * Math.cos(i * golden)];
}).filter(([, y, z]) => y + 0.8 * z > -0.1);

/** The key light is a large lamp, so its shadows are soft. */
const keyLights = Array.from({ length: 7 }, (_, i): Vector => {
  const [x, y, z] = unit(keyDirection);
  const wide = i === 0 ? 0 : 0.24;
  return [x + wide * Math.cos(i * 1.047), y + wide * Math.sin(i * 1.047), z];
});

/** Computed once, for the person at rest. Small movements keep the light, and a frame costs nothing. */
export function* bakedLightSteps(
  casters: readonly MeshData[],
  receivers: readonly MeshData[],
): Steps<(mesh: MeshData) => BakedLight> {
  const skies = yield* visibilitySteps(casters, receivers, skyLights);
  const keys = yield* visibilitySteps(casters, receivers, keyLights);
  return (mesh) => {
    const i = receivers.indexOf(mesh);
    const [sky, key] = [skies[i], keys[i]];
    if (!sky || !key) throw new RangeError('no light was computed for this mesh');
    return { sky, key };
  };
}
