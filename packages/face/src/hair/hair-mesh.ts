import { headShare } from '../head/follow-shares.ts';
import type { Loft } from '../head/loft.ts';
import type { MeshData, MorphTarget } from '../head/mesh-data.ts';
import type { HairStyle } from '../look/face-look.ts';
import type { Field } from '../maths/field.ts';
import { clamp, mix, ramp } from '../maths/smooth.ts';
import { finished, type Steps } from '../maths/steps.ts';
import { type Surface, surfaceSteps } from '../maths/surface.ts';
import { cross, scale, subtract, unit, type Vector } from '../maths/vector.ts';
import { fromCrown, type HairDesign, type HairDesigner, headBox, type Strand } from './hair-design.ts';
import { skullOf } from './skull.ts';
import * as curlyStyles from './styles/curly-styles.ts';
import * as gatheredStyles from './styles/gathered-styles.ts';
import * as longStyles from './styles/long-styles.ts';
import * as shortStyles from './styles/short-styles.ts';

const designers: Readonly<Record<Exclude<HairStyle, 'bald'>, HairDesigner>> = {
  ...curlyStyles,
  ...gatheredStyles,
  ...longStyles,
  ...shortStyles,
};

/** The attributes that the hair shader needs besides positions and normals. */
export interface HairMesh extends MeshData {
  /** The direction in which the hair is combed. The highlight runs across it. */
  readonly flow: Float32Array;
  /** How much light reaches the vertex, 0 to 1. */
  readonly shade: Float32Array;
  /** Where the vertex is in the texture of strands: across, along, and how much hair covers what is below, 0 to 1 and more. */
  readonly strand: Float32Array;
  readonly rig: Float32Array;
  readonly morphs?: readonly MorphTarget[];
}

/** The size of a triangle's sides. Normals come from the shape itself, so grooves stay clean at this size. */
const cell = 0.045;

/** The sculpted hair, or undefined without hair. */
export const hairMesh = (loft: Loft, style: HairStyle): HairMesh | undefined =>
  finished(hairSteps(loft, style));

export function* hairSteps(loft: Loft, style: HairStyle): Steps<HairMesh | undefined> {
  if (style === 'bald') return undefined;
  const skull = skullOf(loft);
  const design = designers[style](skull);
  const isUnseen: Field = (x, y, z) => {
    if (y > -0.3 && skull(x, y, z) < -0.05) return -1;
    // The head never turns far enough to show its back.
    return z < -0.62 && Math.abs(x) < 0.6 && y < 0.6 ? -1 : 1;
  };
  const surface = yield* surfaceSteps(design.field, design.box ?? headBox, cell, isUnseen);
  return yield* finishSteps(surface, design, skull);
}

const verticesPerStep = 200;
/** How often the texture of strands repeats around the head. */
const strandTiles = 4;
/** At the hairline the hair gets thinner, down to this height above the skin. */
const thinHair = 0.035;
const thinAbove = -0.3;
/** Hair that falls freely has no soft outline: between two locks one would see through the head. */
const solid = 8;

function* finishSteps(
  { points, triangles }: Surface,
  { field, strand: strandAt = fromCrown, curl = 0 }: HairDesign,
  skull: Field,
): Steps<HairMesh> {
  const count = points.length;
  const positions = new Float32Array(count * 3);
  const [normals, flow, strand] = [positions.slice(), positions.slice(), positions.slice()];
  const [shade, rig] = [new Float32Array(count), new Float32Array(count * 2)];
  for (let i = 0; i < count; i++) {
    if (i % verticesPerStep === 0) yield;
    const found = points[i] ?? [0, 0, 0];
    const normal = unit(gradient(field, found));
    const at = subtract(found, scale(normal, clamp(field(...found), -0.03, 0.03)));
    positions.set(at, 3 * i);
    normals.set(normal, 3 * i);
    flow.set(unit(cross(normal, gradient(turnFrom(strandAt, at), at))), 3 * i);
    shade[i] = openness(field, at, normal);
    const [x, y, z] = at;
    const along = (0.5 * x + y + 0.5 * z) * mix(0.22, 14, curl);
    strand.set(
      [strandAt(at) * strandTiles, along, y < thinAbove ? solid : ramp(0, thinHair, skull(x, y, z))],
      3 * i,
    );
    // The roots of long hair move with the head. The tips rest on the shoulders.
    rig.set([mix(0.15, 1, headShare(y)), ramp(-1.15, -1.6, y) * ramp(0.1, 0.5, Math.abs(x)) * 0.8], 2 * i);
  }
  return { positions, normals, triangles: farFirst(triangles, positions), flow, shade, strand, rig };
}

/** The edges of hair are translucent, so what is behind them must be drawn first. */
function farFirst(triangles: readonly number[], positions: Float32Array): Uint32Array {
  const depth = (i: number): number =>
    [0, 1, 2].reduce((sum, corner) => sum + (positions[3 * (triangles[3 * i + corner] ?? 0) + 2] ?? 0), 0);
  const depths = Float32Array.from({ length: triangles.length / 3 }, (_, i) => depth(i));
  const order = Uint32Array.from(depths.keys()).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
  return Uint32Array.from(
    { length: triangles.length },
    (_, k) => triangles[3 * (order[Math.floor(k / 3)] ?? 0) + (k % 3)] ?? 0,
  );
}

/** How far a strand is from the one through a point. There is a jump where the turn around the head is complete. */
const turnFrom =
  (strandAt: Strand, from: Vector): Field =>
  (x, y, z) => {
    const turn = strandAt([x, y, z]) - strandAt(from);
    return turn - Math.round(turn);
  };

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
