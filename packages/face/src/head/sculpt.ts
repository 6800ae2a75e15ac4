import { add, type Vector } from '../maths/vector.ts';
import { browPose, lidPose } from './brows/brow-poses.ts';
import type { Expression } from './expressions.ts';
import { lidsAtRest } from './eyes/eyelids.ts';
import { addLids } from './eyes/lid-surface.ts';
import { lashPoint, mouthBagPoint, rimPoint } from './eyes/rim-and-lash-points.ts';
import type { Grid } from './grid.ts';
import type { HeadForm } from './head-form.ts';
import type { Loft } from './loft.ts';
import { mouthPose } from './mouth/mouth-poses.ts';
import { type RestVertex, restVertices } from './rest-vertices.ts';
import type { SkinTopology } from './skin/skin-topology.ts';

/** One expression at full weight. A blink also has a half-way pose. */
export interface Pose {
  readonly name: Expression;
  readonly shut?: number;
}

export interface Sculptor {
  /** Positions of all vertices at rest, three numbers each. */
  readonly rest: Float32Array;
  /** The vertices that expressions may move. The back of the head and the chest never move. */
  readonly movable: readonly number[];
  pose(pose: Pose): Float32Array;
}

const still: Vector = [0, 0, 0];

export function sculptor(
  form: HeadForm,
  loft: Loft,
  grid: Grid,
  topology: SkinTopology,
  lashes: number,
): Sculptor {
  const restPoints = restVertices(form, loft, grid, topology);
  const place = (points: readonly Vector[], i: number, pose: Pose | undefined): Vector => {
    const piece = restPoints[i];
    const edge = points[topology.anchors[i] ?? i];
    if (!piece) return [0, 0, 0];
    const { kind, ring, aboveMouth } = piece.vertex;
    if (kind === 'eye-rim' && edge) return rimPoint(edge, ring, form);
    if (kind === 'lash' && edge) return lashPoint(edge, ring, form, lashes);
    if (kind === 'mouth-bag' && edge)
      return mouthBagPoint(
        edge,
        piece.at,
        { ring, isUpper: aboveMouth, jawOpen: pose?.name === 'jawOpen' },
        form,
      );
    return surfacePlace(piece, form, pose, pose && points[i]);
  };
  const points: Vector[] = [];
  restPoints.forEach((_, i) => {
    points.push(place(points, i, undefined));
  });
  const rest = new Float32Array(points.flat());
  const movable = restPoints.flatMap(({ at, station }, i) => (at[2] > -0.3 && station < 14.2 ? [i] : []));
  return {
    rest,
    movable,
    pose: (pose) => {
      const posed = [...points];
      const positions = rest.slice();
      for (const i of movable) {
        const at = place(posed, i, pose);
        posed[i] = at;
        positions[3 * i] = at[0];
        positions[3 * i + 1] = at[1];
        positions[3 * i + 2] = at[2];
      }
      return positions;
    },
  };
}

/** `rest` is the position of the vertex without the pose, if known. */
function surfacePlace(
  piece: RestVertex,
  form: HeadForm,
  pose: Pose | undefined,
  rest: Vector | undefined,
): Vector {
  const { at, vertex, eyeRowY } = piece;
  const move = pose ? moveOf(piece, form, pose.name) : still;
  const side = at[0] < 0 ? -1 : 1;
  const lids = pose ? lidPose(pose.name, side, pose.shut) : lidsAtRest;
  if (rest && lids === lidsAtRest && move[0] === 0 && move[1] === 0 && move[2] === 0) return rest;
  const moved = add(at, move);
  const upright: Vector = [moved[0] * side, moved[1], moved[2]];
  const [x, y, z] = addLids(upright, eyeRowY, vertex.aboveEyes, form.eye, lids);
  return [x * side, y, z];
}

function moveOf({ at, vertex, station, angle }: RestVertex, form: HeadForm, name: Expression): Vector {
  const point = { at, isUpper: vertex.aboveMouth, station, angle };
  return mouthPose(name, point, form) ?? browPose(name, at, form) ?? still;
}
