import { headShare } from '../head/follow-shares.ts';
import type { Loft } from '../head/loft.ts';
import { type MeshData, type MorphTarget, squaresBetween } from '../head/mesh-data.ts';
import type { HairStyle } from '../look/face-look.ts';
import type { Field } from '../maths/field.ts';
import { clamp, mix, ramp } from '../maths/smooth.ts';
import { finished, type Steps } from '../maths/steps.ts';
import { type Surface, surfaceSteps } from '../maths/surface.ts';
import { add, cross, scale, subtract, unit, type Vector } from '../maths/vector.ts';
import { fromCrown, type HairDesign, type HairDesigner, headBox, type Strand } from './hair-design.ts';
import { headCentre, skullOf } from './skull.ts';
import * as curlyStyles from './styles/curly-styles.ts';
import * as gatheredStyles from './styles/gathered-styles.ts';
import * as longStyles from './styles/long-styles.ts';
import * as shortStyles from './styles/short-styles.ts';
import { wispsOn } from './wisps.ts';

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
  /**
   * Where the vertex is in the texture of strands: across and along. How much hair covers what is below, 0 to 1 and more.
   * How far it is from the roots, 0 to 1.
   */
  readonly strand: Float32Array;
  readonly rig: Float32Array;
  /** How wide the soft outline is, 0 to 1. */
  readonly soft?: number | undefined;
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
    if (y > -0.8 && skull(x, y, z) < -0.05) return -1;
    // The head never turns far enough to show its back.
    return z < -0.56 && Math.abs(x) < 0.64 && y < 0.6 ? -1 : 1;
  };
  const surface = yield* surfaceSteps(design.field, design.box ?? headBox, cell, isUnseen);
  return yield* finishSteps(surface, design, skull);
}

const verticesPerStep = 200;
/** How often the texture of strands repeats around the head. */
const strandTiles = 6;
/** At the hairline the hair gets thinner, down to this height above the skin. */
const thinHair = [0.003, 0.06] as const;
const thinAbove = -0.3;
/** Hair that falls freely has a soft outline only outside: between two locks one would see through the head. */
const solid = 8;
const usualWisps = 60;
/** On clothes, single strands would look like splinters. */
const lowestWisp = -1.1;

function* finishSteps(surface: Surface, design: HairDesign, skull: Field): Steps<HairMesh> {
  const { field, strand: combedAt = fromCrown, curl = 0, wisps = usualWisps, fade = () => 1 } = design;
  const strandAt: Strand = (p) => combedAt(p) + wander(p);
  const normalAt = (at: Vector): Vector => unit(gradient(field, at));
  const flowAt = (at: Vector, normal: Vector): Vector =>
    unit(cross(normal, gradient(turnFrom(strandAt, at), at)));
  const mesh: Record<'positions' | 'normals' | 'flow' | 'shade' | 'strand' | 'rig', number[]> = {
    positions: [],
    normals: [],
    flow: [],
    shade: [],
    strand: [],
    rig: [],
  };
  /** A vertex over the place `root` of the hair's surface. It may face elsewhere. */
  const put = (at: Vector, root: Vector, normal: Vector, cover: number, facing = normal): void => {
    const [x, y] = at;
    mesh.positions.push(...at);
    mesh.normals.push(...facing);
    mesh.flow.push(...flowAt(root, normal));
    mesh.shade.push(openness(field, root, normal));
    const along = downFromCrown(root) * mix(0.22, 14, curl);
    const tip = 0.45 * ramp(0.05, 0.3, skull(...root)) + 0.7 * ramp(0.5, -1.4, y);
    mesh.strand.push(strandAt(root) * strandTiles, along, cover, tip);
    // The roots of long hair move with the head. The tips rest on the shoulders.
    mesh.rig.push(mix(0.15, 1, headShare(y)), ramp(-1.15, -1.6, y) * ramp(0.1, 0.5, Math.abs(x)) * 0.8);
  };
  const starts: Vector[] = [];
  for (const [i, found] of surface.points.entries()) {
    if (i % verticesPerStep === 0) yield;
    const normal = normalAt(found);
    const at = subtract(found, scale(normal, clamp(field(...found), -0.03, 0.03)));
    const [from, to] = thinHair;
    const thin = ramp(from, mix(to, from + 0.02, ramp(0.6, 0.7, Math.abs(at[0]))), skull(...at));
    const free = mix(solid, 1, ramp(0.62, 0.8, Math.abs(at[0])));
    const ends = fade(at);
    const cover = at[1] < thinAbove ? free : thin;
    put(at, at, normal, ends < 1 ? Math.min(ends, cover) : cover);
    if (normal[2] > -0.3 && at[2] > -0.6 && thin > 0.9) starts.push(at);
  }
  yield;
  const triangles = [...surface.triangles];
  const isBare = (at: Vector): boolean =>
    at[1] < lowestWisp || fade(at) < 0.9 || (at[1] > thinAbove && skull(...at) < thinHair[1]);
  for (const wisp of wispsOn(starts, wisps, { field, flowAt, normalAt, isBare, curl })) {
    const first = mesh.positions.length / 3;
    for (const [row, { sides, root }] of wisp.entries()) {
      const normal = normalAt(root);
      for (const side of sides) put(side, root, normal, 0.7 - 0.1 * row, unit(add(normal, [0, 0, 1])));
      const at = first + 2 * row;
      if (row > 0) triangles.push(...squaresBetween([at - 2, at - 1], [at, at + 1]));
    }
  }
  const { positions, normals, flow, shade, strand, rig } = mesh;
  const all = new Float32Array(positions);
  return {
    positions: all,
    normals: new Float32Array(normals),
    triangles: farFirst(triangles, all),
    flow: new Float32Array(flow),
    shade: new Float32Array(shade),
    strand: new Float32Array(strand),
    rig: new Float32Array(rig),
    soft: design.soft,
  };
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

/** How far a point is from the crown: around the head, then down. */
function downFromCrown(p: Vector): number {
  const from = unit(subtract(p, headCentre));
  return 0.95 * Math.acos(clamp(0.97 * from[1] - 0.25 * from[2], -1, 1)) + Math.max(0, -p[1]);
}

/** Strands leave their course a little, here and there. Perfect lines would look like the grain of wood. */
const wander = ([x, y, z]: Vector): number =>
  0.004 * Math.sin(6 * x + 3 * y + 1) * Math.cos(5 * z - 4 * y) + 0.0025 * Math.sin(11 * y + 9 * x - 7 * z);

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
