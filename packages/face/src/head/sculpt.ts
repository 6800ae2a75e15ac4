import { add, type Vector } from '../maths/vector.ts';
import { browPose, lidPose } from './brows/brow-poses.ts';
import type { Expression } from './expressions.ts';
import { lidsAtRest } from './eyes/eyelids.ts';
import { addLids, lashPoint, rimPoint } from './eyes/lid-surface.ts';
import type { Grid } from './grid.ts';
import type { HeadForm } from './head-form.ts';
import type { Loft } from './loft.ts';
import { mouthBagPoint, mouthPose } from './mouth/mouth-poses.ts';
import { type RestVertex, restVertices } from './rest-vertices.ts';
import type { SkinTopology } from './skin/skin-topology.ts';

/** One expression at full weight. A blink also has a half-way pose. */
export interface Pose {
  readonly name: Expression;
  readonly shut?: number;
}

const still: Vector = [0, 0, 0];

export function sculptor(form: HeadForm, loft: Loft, grid: Grid, topology: SkinTopology, lashes: number) {
  const restPoints = restVertices(form, loft, grid, topology);
  const pointAt = (points: readonly Vector[], i: number, pose: Pose | undefined): Vector => {
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
    return surfacePoint(piece, form, pose, pose && points[i]);
  };
  const points: Vector[] = [];
  restPoints.forEach((_, i) => {
    points.push(pointAt(points, i, undefined));
  });
  const rest = new Float32Array(points.flat());
  // The back of the head and the chest never move.
  const movable = restPoints.flatMap(({ at, station }, i) => (at[2] > -0.3 && station < 14.2 ? [i] : []));
  return {
    /** Positions of all vertices at rest, three numbers each. */
    rest,
    pose: (pose: Pose): Float32Array => {
      const posed = [...points];
      const positions = rest.slice();
      for (const i of movable) {
        const at = pointAt(posed, i, pose);
        posed[i] = at;
        positions.set(at, 3 * i);
      }
      return positions;
    },
  };
}

/** `rest` is the position of the vertex without the pose, if known. */
function surfacePoint(
  piece: RestVertex,
  form: HeadForm,
  pose: Pose | undefined,
  rest: Vector | undefined,
): Vector {
  const { at, vertex, station, angle, eyeRowY } = piece;
  const point = { at, isUpper: vertex.aboveMouth, station, angle };
  const move = pose ? (mouthPose(pose.name, point, form) ?? browPose(pose.name, at, form)) : still;
  const side = at[0] < 0 ? -1 : 1;
  const lids = pose ? lidPose(pose.name, side, pose.shut) : lidsAtRest;
  if (rest && lids === lidsAtRest && move[0] === 0 && move[1] === 0 && move[2] === 0) return rest;
  const moved = add(at, move);
  const upright: Vector = [moved[0] * side, moved[1], moved[2]];
  const [x, y, z] = addLids(upright, eyeRowY, vertex.aboveEyes, form.eye, lids);
  return [x * side, y, z];
}
