import type { HeadMesh } from '../head/head-mesh.ts';
import type { MeshData } from '../head/mesh-data.ts';
import { headShare } from '../head/skin-attributes.ts';
import type { HairStyle } from '../look/face-look.ts';
import type { Field } from '../maths/field.ts';
import { clamp, mix, ramp } from '../maths/smooth.ts';
import { surfaceOf } from '../maths/surface.ts';
import { dot, scale, subtract, unit, type Vector } from '../maths/vector.ts';
import type { HairDesign, HairDesigner } from './hair-design.ts';
import { skullOf } from './skull.ts';
import { bald, buzz, receding } from './styles/close-styles.ts';
import { afro, curly } from './styles/curly-styles.ts';
import { bun, ponytail } from './styles/gathered-styles.ts';
import { bob, long, wavy } from './styles/long-styles.ts';
import { fringe, pixie, quiff, short } from './styles/short-styles.ts';

const designers: Record<HairStyle, HairDesigner> = {
  bald,
  receding,
  buzz,
  short,
  quiff,
  fringe,
  curly,
  afro,
  pixie,
  bob,
  long,
  wavy,
  bun,
  ponytail,
};

/** The attributes that the hair shader needs besides positions and normals. */
export interface HairMesh extends MeshData {
  /** The direction in which the hair is combed. The highlight runs across it. */
  readonly flow: Float32Array;
  /** How much light reaches the vertex, 0 to 1. */
  readonly shade: Float32Array;
  readonly rig: Float32Array;
}

export interface Hair {
  readonly mesh: HairMesh;
  /** The distance to the hair, for the shadow that it throws on the skin. */
  readonly field: Field;
}

/** The size of a triangle's sides. Normals come from the shape itself, so grooves stay clean at this size. */
const cell = 0.045;

/** The sculpted hair, or undefined without hair. */
export function hairMesh(head: HeadMesh, style: HairStyle): Hair | undefined {
  const skull = skullOf(head.loft);
  const design = designers[style](skull);
  if (!design) return undefined;
  const isDeep: Field = (x, y, z) => (y > -0.75 ? skull(x, y, z) + 0.05 : 1);
  const { positions, triangles } = surfaceOf(design.field, design.box, cell, isDeep);
  return { mesh: finish(positions, triangles, design), field: design.field };
}

function finish(positions: number[], triangles: readonly number[], design: HairDesign): HairMesh {
  const count = positions.length / 3;
  const [normals, flow] = [new Float32Array(count * 3), new Float32Array(count * 3)];
  const [shade, rig] = [new Float32Array(count), new Float32Array(count * 2)];
  for (let i = 0; i < count; i++) {
    let at: Vector = [positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0];
    const slope = gradient(design.field, at, 0.02);
    at = subtract(at, scale(slope, clamp(design.field(...at), -0.03, 0.03)));
    positions.splice(3 * i, 3, ...at);
    const normal = unit(gradient(design.field, at, 0.012));
    normals.set(normal, 3 * i);
    const way = design.flow(at);
    flow.set(unit(subtract(way, scale(normal, dot(way, normal)))), 3 * i);
    shade[i] = openness(design.field, at, normal);
    const [x, y] = at;
    // The roots of long hair move with the head. The tips rest on the shoulders.
    rig[2 * i] = mix(0.15, 1, headShare(y));
    rig[2 * i + 1] = ramp(-1.15, -1.6, y) * ramp(0.1, 0.5, Math.abs(x)) * 0.8;
  }
  return {
    positions: new Float32Array(positions),
    normals,
    triangles: new Uint32Array(triangles),
    flow,
    shade,
    rig,
  };
}

function gradient(field: Field, [x, y, z]: Vector, step: number): Vector {
  return scale(
    [
      field(x + step, y, z) - field(x - step, y, z),
      field(x, y + step, z) - field(x, y - step, z),
      field(x, y, z + step) - field(x, y, z - step),
    ],
    1 / (2 * step),
  );
}

/** In front of an open surface there is room; in a groove there is not. */
function openness(field: Field, [x, y, z]: Vector, [nx, ny, nz]: Vector): number {
  const room = (away: number): number => field(x + nx * away, y + ny * away, z + nz * away) / away;
  return clamp(0.25 + 0.4 * room(0.06) + 0.4 * room(0.16), 0.2, 1);
}
