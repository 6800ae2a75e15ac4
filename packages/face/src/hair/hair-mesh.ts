import type { Loft } from '../head/loft.ts';
import type { MeshData } from '../head/mesh-data.ts';
import { headShare } from '../head/skin/skin-attributes.ts';
import type { HairStyle } from '../look/face-look.ts';
import type { Field } from '../maths/field.ts';
import { clamp, mix, ramp } from '../maths/smooth.ts';
import { finished, type Steps } from '../maths/steps.ts';
import { surfaceSteps } from '../maths/surface.ts';
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
  /** The distance to the hair, for the shadow that it casts on the skin. */
  readonly field: Field;
}

/** The size of a triangle's sides. Normals come from the shape itself, so grooves stay clean at this size. */
const cell = 0.045;

/** The sculpted hair, or undefined without hair. */
export const hairMesh = (loft: Loft, style: HairStyle): Hair | undefined => finished(hairSteps(loft, style));

export function* hairSteps(loft: Loft, style: HairStyle): Steps<Hair | undefined> {
  const skull = skullOf(loft);
  const design = designers[style](skull);
  if (!design) return undefined;
  const isUnseen: Field = (x, y, z) => {
    if (y > -0.3 && skull(x, y, z) < -0.05) return -1;
    // The head never turns far enough to show its back.
    return z < -0.62 && Math.abs(x) < 0.6 && y < 0.6 ? -1 : 1;
  };
  const { positions, triangles } = yield* surfaceSteps(design.field, design.box, cell, isUnseen);
  return { mesh: yield* finishSteps(positions, triangles, design), field: design.field };
}

const verticesPerStep = 200;

function* finishSteps(
  positions: readonly number[],
  triangles: readonly number[],
  design: HairDesign,
): Steps<HairMesh> {
  const count = positions.length / 3;
  const places = new Float32Array(count * 3);
  const [normals, flow] = [new Float32Array(count * 3), new Float32Array(count * 3)];
  const [shade, rig] = [new Float32Array(count), new Float32Array(count * 2)];
  for (let i = 0; i < count; i++) {
    if (i % verticesPerStep === 0) yield;
    const found: Vector = [positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0];
    const normal = unit(gradient(design.field, found));
    const at = subtract(found, scale(normal, clamp(design.field(...found), -0.03, 0.03)));
    places.set(at, 3 * i);
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
    positions: places,
    normals,
    triangles: new Uint32Array(triangles),
    flow,
    shade,
    rig,
  };
}

/** The direction in which the distance grows, from four samples around the point. */
function gradient(field: Field, [x, y, z]: Vector): Vector {
  const step = 0.028;
  const a = field(x + step, y - step, z - step);
  const b = field(x - step, y - step, z + step);
  const c = field(x - step, y + step, z - step);
  const d = field(x + step, y + step, z + step);
  return [a - b - c + d, -a - b + c + d, -a + b - c + d];
}

/** In front of an open surface there is room; in a groove there is not. */
function openness(field: Field, [x, y, z]: Vector, [nx, ny, nz]: Vector): number {
  const room = (away: number): number => field(x + nx * away, y + ny * away, z + nz * away) / away;
  return clamp(0.3 + 0.3 * room(0.08) + 0.45 * room(0.18), 0.3, 1);
}
