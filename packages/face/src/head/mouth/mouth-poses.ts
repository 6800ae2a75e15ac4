import { arch, bell, clamp, ramp } from '../../maths/smooth.ts';
import { scale, type Vector } from '../../maths/vector.ts';
import type { Expression } from '../expressions.ts';
import type { HeadForm } from '../head-form.ts';
import { lipHeight, lipLine } from './lips.ts';
import { edgeRise, teethForm, teethZ } from './teeth.ts';

/** A point of the face at rest, with the values that the mouth movements need. */
export interface MouthPoint {
  readonly at: Vector;
  readonly isUpper: boolean;
  /** Position in the loft: rings from the crown down, angle from the front. */
  readonly station: number;
  readonly angle: number;
}

const jawHinge: readonly [y: number, z: number] = [-0.16, -0.12];
const jawAngle = 0.25;

const none: Vector = [0, 0, 0];

/** How much a point of the skin moves with the jaw. */
function jawShare({ at, isUpper, station, angle }: MouthPoint, form: HeadForm): number {
  const bone = ramp(8.1, 10.1, station) * ramp(13.7, 11.4, station) * ramp(1.75, 0.7, Math.abs(angle));
  if (at[2] < 0.2) return bone;
  const away = at[1] - lipLine(at[0], form.mouth);
  const between = arch(at[0] / form.mouth.halfWidth) ** 1.25 * bell(away, 0.15);
  return isUpper ? bone * (1 - between) : bone + (1 - bone) * between;
}

export function turnJaw([x, y, z]: Vector, share: number): Vector {
  const angle = jawAngle * share;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [dy, dz] = [y - jawHinge[0], z - jawHinge[1]];
  return [x, jawHinge[0] + dy * c - dz * s, jawHinge[1] + dz * c + dy * s];
}

/** The offset that a movement of the mouth adds to a point. Undefined for movements of other parts. */
export function mouthPose(name: Expression, point: MouthPoint, form: HeadForm): Vector | undefined {
  const [x, y, z] = point.at;
  const { mouth } = form;
  if (name === 'jawOpen') {
    const moved = turnJaw(point.at, jawShare(point, form));
    const narrow = -0.07 * x * bell(y - mouth.y, 0.16) * ramp(0.3, 0.6, z);
    return [narrow, moved[1] - y, moved[2] - z];
  }
  if (name === 'mouthClose') return closingLips(point, form);
  const move = moves[name];
  if (!move) return undefined;
  if (z < 0.1 || y > 0.1) return none;
  return scale(move(positionOf(point, form), form), ramp(0.1, 0.4, z));
}

/** The position of a point in relation to the lips. */
function positionOf({ at: [x, y, z], isUpper }: MouthPoint, { mouth }: HeadForm) {
  const e = Math.abs(x) / mouth.halfWidth;
  const away = y - lipLine(x, mouth);
  return {
    x,
    y,
    z,
    side: Math.sign(x),
    /** 0 in the middle to 1 at the corners and less beyond. */
    corner: clamp(e, 0, 1) * bell(Math.max(0, Math.abs(x) - mouth.halfWidth), 0.085),
    /** The same for lips that are drawn together: the cheek follows from further away. */
    drawn: clamp(e, 0, 1) * bell(Math.max(0, Math.abs(x) - mouth.halfWidth), 0.13),
    atCorner: bell(Math.abs(x) - mouth.halfWidth, 0.085),
    /** 1 in the middle to 0 at the corners and beyond. */
    inside: arch(e),
    away,
    /** 1 on the red of the lips, falling to 0 beyond it. */
    lip: ramp(1.7, 0.7, Math.abs(away) / Math.max(0.012, lipHeight(x, isUpper, mouth))),
    up: isUpper ? 1 : -1,
    mouth: mouth.y,
  };
}

/**
 * Brings the lower lip back to the upper one while the jaw stays open. With the same weight as `jawOpen` both edges are at
 * exactly the same height, so the lips seal.
 */
function closingLips(point: MouthPoint, form: HeadForm): Vector {
  const [x, y, z] = point.at;
  if (point.isUpper || z < 0.2) return none;
  const below = lipLine(x, form.mouth) - y;
  const follow = bell(below, 0.1) * bell(Math.max(0, Math.abs(x) - form.mouth.halfWidth), 0.06);
  const lower = jawShare(point, form);
  const upper = jawShare({ ...point, isUpper: true }, form);
  const [open, closed] = [turnJaw(point.at, lower), turnJaw(point.at, lower + (upper - lower) * follow)];
  return [0, closed[1] - open[1], closed[2] - open[2]];
}

const bagDepth = [0.012, 0.035, 0.075, 0.14, 0.3, 0.46];
const bagRise = [0.003, 0.016, 0.06, 0.1, 0.12, 0.05];
const bagWidth = [1, 1, 0.98, 0.96, 0.8, 0.45];

/** A point inside the mouth: the lips roll in, then the bag opens above and below the teeth. `rest` is the edge at rest. */
export function mouthBagPoint(
  edge: Vector,
  rest: Vector,
  { ring, isUpper, jawOpen }: { ring: number; isUpper: boolean; jawOpen: boolean },
  { mouth }: HeadForm,
): Vector {
  const flat = Math.max(0, 1 - (Math.abs(rest[0]) / mouth.halfWidth) ** 4);
  const rise = (isUpper ? 1 : -1) * (bagRise[ring - 1] ?? 0) * flat;
  const [depth, width] = [bagDepth[ring - 1] ?? 0, bagWidth[ring - 1] ?? 1];
  if (ring <= 2) return [edge[0] * width, edge[1] + rise, edge[2] - depth];
  // It narrows with the lips. Otherwise its sides would stick out of the cheeks of a rounded mouth.
  const inside: Vector = [edge[0] * width, rest[1] + rise, rest[2] - depth];
  return jawOpen && !isUpper ? turnJaw(inside, 1) : inside;
}

type MouthPosition = ReturnType<typeof positionOf>;

const smileOn =
  (wanted: 1 | -1) =>
  (p: MouthPosition): Vector => {
    const half = ramp(-0.05, 0.07, p.x * wanted);
    // The lips bend like a bow: hardly in the middle, most at the corner, and the cheek follows it.
    const bend = (p.corner ** 2 * bell(p.away, 0.1) + p.atCorner * bell(p.away, 0.12) * (1 - p.inside)) / 2;
    const pull = p.atCorner * bell(p.away, 0.12);
    const apple = bell(Math.abs(p.x) - 0.35, 0.11) * bell(p.y - p.mouth - 0.25, 0.1);
    const fold = bell(Math.abs(p.x) - 0.25, 0.035) * bell(p.y - p.mouth - 0.1, 0.09);
    return [
      half * wanted * (0.05 * pull + 0.03 * bend + 0.012 * apple),
      half * (0.085 * bend + 0.034 * apple),
      half * (-0.022 * pull + 0.032 * apple - 0.012 * fold - 0.01 * p.inside * bell(p.away, 0.05)),
    ];
  };

type Move = (position: MouthPosition, form: HeadForm) => Vector;

/** Lips that come forward lose the bow of the upper lip and the rise of the corners, so the opening gets round. */
const evened = (p: MouthPosition, { mouth }: HeadForm): number =>
  -(lipLine(p.x, mouth) - mouth.y) * bell(p.away, 0.06) +
  (p.up > 0 ? 0.009 * bell(p.x, 0.03) * p.lip * ramp(0, 0.03, p.away) : 0);

/** Skin that slides towards the middle comes forward with the curve of the face. Otherwise it would cut into the teeth. */
const aroundArch = (p: MouthPosition, inward: number): number =>
  0.85 * inward * ramp(0.1, 0.26, Math.abs(p.x));

const moves: Partial<Record<Expression, Move>> = {
  mouthPucker: (p, form) => {
    const near = bell(p.away, 0.13);
    const inward = 0.24 * form.mouth.halfWidth * p.drawn * near;
    const hollow = bell(Math.abs(p.x) - 0.38, 0.1) * bell(p.y - p.mouth - 0.06, 0.14);
    return [
      -p.side * (inward + 0.006 * hollow),
      0.8 * evened(p, form) + (p.up > 0 ? 0.1 * p.away - 0.012 : 0.2 * p.away - 0.002) * p.lip * p.inside,
      0.09 * near * bell(p.x, 0.17) + aroundArch(p, inward) - 0.006 * hollow,
    ];
  },
  mouthFunnel: (p, form) => {
    const near = bell(p.away, 0.12);
    const inward = 0.18 * form.mouth.halfWidth * p.drawn * near;
    return [
      -p.side * inward,
      0.6 * evened(p, form) + (p.up > 0 ? 0.034 : -0.02) * p.inside * bell(p.away, 0.06),
      0.07 * near * bell(p.x, 0.17) + aroundArch(p, inward),
    ];
  },
  mouthStretch: (p) => {
    const near = bell(p.away, 0.1);
    return [0.056 * p.side * p.corner * near, -p.up * 0.005 * p.inside * near, -0.024 * p.corner * near];
  },
  mouthPress: (p) => {
    const roll = p.inside * bell(Math.abs(p.away) - 0.05, 0.03);
    return [0, -p.up * 0.013 * roll, -0.012 * p.inside * bell(p.away, 0.03) + 0.006 * roll];
  },
  mouthRollLower: (p, form) => {
    if (p.up > 0) return none;
    const teeth = teethForm(form);
    const share = p.inside * bell(p.away, 0.055);
    // The edge of the lip rests on the edge of the upper teeth, just in front of them.
    const restY = p.y - p.away;
    const toY = teeth.upperEdge + edgeRise(p.x, teeth) + 0.006 - restY;
    const toZ = teethZ(p.x, teeth) + 0.022 - p.z;
    return [0, toY * share + 0.012 * p.inside * bell(p.away + 0.05, 0.03), clamp(toZ, -0.06, 0) * share];
  },
  mouthUpperUp: (p) =>
    p.up < 0
      ? none
      : [0, 0.055 * p.inside ** 0.8 * bell(p.away, 0.065), 0.008 * p.inside * bell(p.away, 0.05)],
  mouthLowerDown: (p) =>
    p.up > 0
      ? none
      : [0, -0.056 * p.inside ** 0.6 * bell(p.away, 0.065), 0.006 * p.inside * bell(p.away, 0.05)],
  mouthSmileLeft: smileOn(1),
  mouthSmileRight: smileOn(-1),
  mouthFrown: (p) => {
    const pull = p.atCorner * bell(p.away, 0.1);
    return [-0.008 * p.side * pull, -0.05 * pull + 0.014 * p.inside * bell(p.away, 0.06), 0];
  },
};
