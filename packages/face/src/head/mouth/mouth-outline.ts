import { add, scale, subtract, type Vector } from '../../maths/vector.ts';
import { type Expression, type ExpressionWeights, expressionNames } from '../expressions.ts';
import type { HeadForm } from '../head-form.ts';
import type { InnerSheet } from './inner-sheet.ts';
import { lipLine, lowerLipHeight, upperLipHeight } from './lips.ts';
import { type MouthPoint, mouthPose, turnJaw } from './mouth-poses.ts';
import { tongueJawShare, tonguePose } from './tongue.ts';

const columns = 28;
/** The lips are about this far in front of the middle of the head. */
const lipsZ = 0.81;
const halfHead = 0.58;
const stationHeight = 0.2;

/**
 * The four lines of the lips of the 3D head from corner to corner, seen from the front. The same poses move them, so both
 * faces make the same shapes. A border lies between the red of a lip and the skin, an edge between the lips.
 */
export function mouthOutline(form: HeadForm) {
  const { mouth } = form;
  const xs = Array.from({ length: columns + 1 }, (_, i) => ((2 * i) / columns - 1) * mouth.halfWidth);
  const line = (isUpper: boolean, away: (x: number) => number) =>
    movingPoints(
      xs.map((x): MouthPoint => {
        const y = lipLine(x, mouth) + away(x);
        const station = 9 - (y - mouth.y) / stationHeight;
        return { at: [x, y, lipsZ], isUpper, station, angle: Math.asin(x / halfHead) };
      }),
      ({ at }) => at,
      expressionNames,
      (name, point) => mouthPose(name, point, form),
    );
  const lines = {
    upperBorder: line(true, (x) => upperLipHeight(x, mouth)),
    upperEdge: line(true, () => 0),
    lowerEdge: line(false, () => 0),
    lowerBorder: line(false, (x) => -lowerLipHeight(x, mouth)),
  };
  return (weights: ExpressionWeights) => ({
    upperBorder: lines.upperBorder(weights),
    upperEdge: lines.upperEdge(weights),
    lowerEdge: lines.lowerEdge(weights),
    lowerBorder: lines.lowerBorder(weights),
  });
}

export const innerMorphs = ['jawOpen', 'tongueUp', 'tongueOut'] as const;

/** How far a movement shifts a point inside the mouth. No movement of the lips is among them. */
export function innerPose(
  name: (typeof innerMorphs)[number],
  at: Vector,
  moves: InnerSheet['moves'],
  form: HeadForm,
): Vector {
  if (moves === 'skull') return [0, 0, 0];
  if (name === 'jawOpen') return subtract(turnJaw(at, moves === 'jaw' ? 1 : tongueJawShare(at[2])), at);
  return moves === 'tongue' ? tonguePose(name, at, form) : [0, 0, 0];
}

/** The points of teeth or the tongue under the given weights. */
export const movingSheet = (
  { points, moves }: InnerSheet,
  form: HeadForm,
): ((weights: ExpressionWeights) => Vector[]) =>
  movingPoints(
    points.flat(),
    (at) => at,
    innerMorphs,
    (name, at) => innerPose(name, at, moves, form),
  );

/** Adds up the offsets of the movements, which are computed once. */
function movingPoints<Point, Name extends Expression>(
  points: readonly Point[],
  placeOf: (point: Point) => Vector,
  names: readonly Name[],
  offset: (name: Name, point: Point) => Vector | undefined,
): (weights: ExpressionWeights) => Vector[] {
  const places = points.map(placeOf);
  const offsets = names.flatMap((name) => {
    const moved = points.map((point) => offset(name, point));
    return moved.every((vector) => vector === undefined) ? [] : [{ name, moved }];
  });
  return (weights) => {
    const active = offsets.filter(({ name }) => (weights[name] ?? 0) > 0);
    return places.map((place, i) =>
      active.reduce(
        (sum, { name, moved }) => add(sum, scale(moved[i] ?? [0, 0, 0], weights[name] ?? 0)),
        place,
      ),
    );
  };
}
