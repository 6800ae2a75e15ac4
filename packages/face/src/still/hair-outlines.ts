import { between, type Random } from '../maths/random.ts';
import { mix, ramp } from '../maths/smooth.ts';
import type { FrontView } from './front-view.ts';
import { bothSides, mirror, type Point, steps } from './outline.ts';

export type Curl = readonly [x: number, y: number, radius: number];

/** Hair seen from the front: closed shapes behind and in front of the head, and lines that show its direction. */
export interface HairShapes {
  readonly behind: readonly (readonly Point[])[];
  readonly before: readonly (readonly Point[])[];
  readonly lines: readonly (readonly Point[])[];
  /** Curls, each with its radius. */
  readonly curls: readonly Curl[];
  readonly opacity?: number;
}

interface CapPlan {
  readonly top: number;
  readonly side: number;
  /** The station where the hair ends beside the ear. */
  readonly end: number;
  /** From beside the ear up to the middle of the forehead. */
  readonly line: readonly Point[];
}

export const natural: readonly Point[] = [
  [0.665, 0.02],
  [0.63, 0.24],
  [0.55, 0.42],
  [0.38, 0.56],
  [0.18, 0.61],
  [0, 0.62],
];

/** The outline of the head, padded by the hair. */
export function padded({ edge }: FrontView, { top, side, end }: CapPlan): Point[] {
  return steps(9).map((t) => {
    const station = t * end;
    const [x, y] = edge(station);
    const pad = mix(top, side, ramp(0.5, 5, station));
    const size = Math.hypot(x, y - 0.1) || 1;
    return [x + (x / size) * pad, y + ((y - 0.1) / size) * pad];
  });
}

export const cap = (view: FrontView, plan: CapPlan): Point[] =>
  bothSides([...padded(view, plan), ...plan.line]);

/** Lines over the head from a parting to the padded edge. */
export const combed = (view: FrontView, plan: CapPlan, part: Point): Point[][] =>
  [...padded(view, plan).slice(2), ...mirror(padded(view, plan)).slice(2)]
    .filter(([, y]) => y > 0.42)
    .map(([x, y]) => [part, [mix(part[0], x, 0.55), mix(part[1], y, 0.4) + 0.06], [x * 0.965, y * 0.97]]);

export function curlsOver(
  view: FrontView,
  plan: CapPlan,
  count: number,
  size: number,
  random: Random,
): Curl[] {
  const outer = padded(view, plan);
  const inner = [...plan.line].reverse();
  const pick = (points: readonly Point[], t: number): Point => {
    const at = t * (points.length - 1);
    const [a, b] = [points[Math.floor(at)] ?? [0, 1], points[Math.ceil(at)] ?? [0, 1]];
    return [mix(a[0], b[0], at % 1), mix(a[1], b[1], at % 1)];
  };
  return Array.from({ length: count }, (_, i): Curl => {
    const t = ((i + 0.5) / count) ** 0.9;
    const [a, b] = [pick(outer, t), pick(inner, t)];
    const share = i % 3 === 0 ? 0.03 : between(random, 0.08, 0.95);
    const side = random() < 0.5 ? 1 : -1;
    return [side * mix(a[0], b[0], share), mix(a[1], b[1], share), size * between(random, 0.75, 1.2)];
  });
}

/** Hair that hangs down on both sides from a parting. */
export function hanging(end: number, out: number, wave: number): { panel: Point[]; back: Point[] } {
  const sway = (y: number): number => wave * Math.sin(9 * y);
  const ys = [0.3, 0, -0.3, -0.6, -0.9, -1.2, -1.5].filter((y) => y > end + 0.1);
  const outside = ys.map((y): Point => [out + 0.04 * ramp(0.2, -0.8, y) + sway(y), y]);
  const inside = [...ys].reverse().map((y): Point => [mix(0.665, 0.5, ramp(0, -1.3, y)) + sway(y) * 0.8, y]);
  return {
    panel: [
      [0.02, 1.07],
      [0.4, 1.0],
      [out - 0.12, 0.72],
      ...outside,
      [out - 0.06, end],
      [0.56, end + 0.03],
      ...inside,
      [0.6, 0.42],
      [0.36, 0.64],
      [0.06, 0.78],
    ],
    back: bothSides([
      [0, 1.02],
      [0.6, 0.8],
      ...outside.map(([x, y]): Point => [x - 0.05, y]),
      [0.6, end + 0.1],
      [0, end + 0.16],
    ]),
  };
}

export function longHair(end: number, out: number, wave: number): HairShapes {
  const { panel, back } = hanging(end, out, wave);
  const lines = [0.3, 0.55, 0.8].flatMap((t): Point[][] => {
    const line = panel.slice(1, -4).map(([x, y]): Point => [mix(x, Math.min(x, 0.62), t), y]);
    return [line.filter(([, y]) => y > end + 0.15), mirror(line.filter(([, y]) => y > end + 0.15))];
  });
  return { behind: [back], before: [panel, mirror(panel)], lines, curls: [] };
}

export const swept: Point[] = [
  [0.36, 0.66],
  [0.3, 1.02],
  [0.05, 1.15],
  [-0.35, 1.08],
  [-0.66, 0.8],
  [-0.7, 0.44],
  [-0.58, 0.42],
  [-0.36, 0.55],
  [0, 0.66],
];

export const risen: Point[] = [
  [-0.57, 0.5],
  [-0.66, 0.84],
  [-0.4, 1.2],
  [0.05, 1.32],
  [0.48, 1.18],
  [0.66, 0.84],
  [0.57, 0.5],
  [0.3, 0.68],
  [-0.05, 0.76],
  [-0.34, 0.66],
];

/** Uneven teeth along the forehead. */
export const fallen = (low: number, jag: number): Point[] => {
  const teeth = steps(14).map(
    (t, i): Point => [
      0.58 - 1.16 * t,
      low +
        (i % 2 === 0 ? jag * (1 + 0.7 * Math.sin(5 * i)) : 0) +
        0.03 * Math.sin(2.3 * i) * jag * 9 +
        0.14 * Math.abs(2 * t - 1) ** 3,
    ],
  );
  return [[-0.6, 0.66], [-0.35, 1.02], [0, 1.1], [0.35, 1.02], [0.6, 0.66], ...teeth];
};
