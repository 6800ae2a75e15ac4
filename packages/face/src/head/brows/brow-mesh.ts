import type { HairMesh } from '../../hair/hair-mesh.ts';
import type { FaceLook } from '../../look/face-look.ts';
import { arch, fractions, mix, ramp } from '../../maths/smooth.ts';
import { add, scale, type Vector } from '../../maths/vector.ts';
import type { HeadMesh } from '../head-mesh.ts';
import { sheetMesh } from '../mesh-data.ts';
import { type SkinSpot, skinSpotFinder } from '../skin/skin-spot.ts';
import { browAt } from './brow-shape.ts';

const along = fractions(22);
const across = fractions(6);
const height = 0.016;

/** Both brows: one smooth, domed shape each, lying on the skin. */
export function browMesh(head: HeadMesh, brows: FaceLook['brows']): HairMesh {
  const find = skinSpotFinder(head, { low: 0.08, high: 0.55 });
  const spots: SkinSpot[] = [];
  const strand: number[] = [];
  const sheets = [1, -1].map((side) => {
    const points = along.map((u) => {
      const { x, y, half } = browAt(u, brows, head.form);
      return across.map((t): Vector => {
        const v = t * 2 - 1;
        const spot = find(side * x, y + v * half);
        const lift = height * arch(v) * (half / 0.034) ** 0.5 * endDome(u) - 0.004;
        spots.push(spot);
        // Hairs rise at the inner end and lie flat at the outer one.
        strand.push(
          1.6 * v * half - 0.5 * (1 - u) ** 2,
          0.5 * u,
          arch(v) * endDome(u) * mix(0.45, 1, ramp(0, 0.3, u)),
          0.5,
        );
        return add(spot.mean(head.positions), scale(spot.mean(head.normals), lift));
      });
    });
    return { points, flip: side === -1 };
  });
  const morphs = head.morphs.map(({ name, positions }) => ({
    name,
    positions: new Float32Array(spots.flatMap((spot) => spot.mean(positions))),
  }));
  return {
    ...sheetMesh(sheets),
    flow: new Float32Array(spots.flatMap(() => [1, 0, 0])),
    shade: new Float32Array(spots.length).fill(0.85),
    strand: new Float32Array(strand),
    rig: new Float32Array(spots.flatMap(() => [1, 0])),
    // The brows move with the skin under them, but lids do not pull them down.
    morphs: morphs.filter(
      ({ name, positions }) => !name.startsWith('eye') && positions.some((value) => Math.abs(value) > 1e-4),
    ),
  };
}

/** Both ends are round. */
const endDome = (u: number): number => arch(Math.max(0, 1 - u / 0.2)) * arch(Math.max(0, 1 - (1 - u) / 0.1));
