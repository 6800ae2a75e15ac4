import { type Field, lineThrough, rod, smoothUnion } from '../../maths/field.ts';
import { bell, fractions, mix, ramp, softMax } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import { cap, combed, type HairDesigner, hairline, headBox, turnOf } from '../hair-design.ts';

export const buzz: HairDesigner = (skull) => ({
  field: cap(skull, hairline(0.55, 0.42, 0, -0.62), () => 0.022, 0.02),
  wisps: 0,
});

/** A bare top with full sides. */
export const receding: HairDesigner = (skull) => {
  const line = hairline(0.62, 0.4, -0.04, -0.66);
  const side = (turn: number): number => mix(1.2, line(turn), ramp(0.7, 1.02, turn));
  const sides = cap(skull, side, () => 0.075, 0.05);
  const field: Field = (x, y, z) => {
    const top = 0.44 + 0.2 * ramp(1.5, 2.6, turnOf(x, z));
    return softMax(sides(x, y, z), y - top, 0.16);
  };
  return { field, strand: combed([0, -0.5, -1]), wisps: 70 };
};

/** One sculpted lock: narrow at the root, full in the middle, pointed at the tip. */
const lock = (size: number, tip: number, ...points: readonly Vector[]): Field =>
  rod(lineThrough(points, 9), (t) => size * mix(0.7, 1, ramp(0, 0.35, t)) * mix(1, tip, ramp(0.55, 1, t)));

const onTop =
  (side: number, top: number): Field =>
  (_, y) =>
    mix(side, top, ramp(0.25, 0.75, y));

/** Combed from a parting on its left side over to the right. */
export const short: HairDesigner = (skull) => {
  const base = cap(skull, hairline(0.56, 0.42, -0.06, -0.62), onTop(0.055, 0.12), 0.1);
  const locks = fractions(4).map((t) => {
    const z = mix(0.36, -0.34, t);
    return lock(
      0.15,
      0.5,
      [0.42, mix(0.72, 0.84, t), z],
      [0.26, mix(0.94, 0.98, t), z + 0.1],
      [-0.08, mix(1.0, 1.04, t), z + 0.12],
      [-0.4, mix(0.88, 0.92, t), z + 0.02],
      [-0.63, mix(0.58, 0.62, t), z - 0.12],
    );
  });
  return {
    field: smoothUnion([base, ...locks], 0.15),
    strand: combed([-1, 0.1, -0.2]),
    curl: 0.1,
    wisps: 40,
  };
};

/** Swept up from the forehead and back. */
export const quiff: HairDesigner = (skull) => {
  const base = cap(skull, hairline(0.57, 0.43, -0.1, -0.62), onTop(0.035, 0.1), 0.05);
  const locks = fractions(6).map((t) => {
    const x = mix(-0.48, 0.48, t);
    const high = 0.12 * bell(x, 0.34);
    return lock(
      0.15,
      0.6,
      [x * 0.92, 0.66 - 0.16 * x * x, 0.6 - 0.5 * x * x],
      [x, 0.88 + high * 0.7 - 0.15 * x * x, 0.7 - 0.7 * x * x],
      [x * 1.04 - 0.05, 1.04 + high - 0.5 * x * x, 0.42 - 0.4 * x * x],
      [x * 0.98 - 0.06, 1.03 + high * 0.6 - 0.6 * x * x, 0.0],
      [x * 0.85 - 0.04, 0.9 - 0.3 * x * x, -0.5],
    );
  });
  return {
    field: smoothUnion([base, ...locks], 0.05),
    box: { ...headBox, high: [1.05, 1.62, 1.2] },
    strand: combed([0, 0.5, -1]),
    curl: 0.08,
  };
};

/** Falls forward over the forehead, in locks of different lengths. */
export const fringe: HairDesigner = (skull) => {
  const base = cap(skull, hairline(0.56, 0.32, -0.06, -0.66), onTop(0.075, 0.11), 0.06);
  const endAt = (x: number): number => 0.4 + 0.04 * Math.sin(9 * x + 0.6) - 0.2 * x * x;
  const locks = fractions(12).map((t, i) => {
    const x = mix(-0.6, 0.6, t);
    const high = 0.03 * Math.sin(i * 2.4);
    return lock(
      0.105 + 0.015 * Math.sin(i * 1.7),
      0.25,
      [x * 0.3, 0.98 + high, -0.3],
      [x * 0.72, 1.02 + high - 0.35 * x * x, 0.26],
      [x * 1.02, 0.79 + high - 0.3 * x * x, 0.62 - 0.45 * x * x],
      [x * 1.06 - 0.03 - 0.03 * Math.sin(i * 3.1), endAt(x), 0.73 - 0.7 * x * x],
    );
  });
  return {
    field: smoothUnion([base, ...locks], 0.045),
    strand: combed([0, 0.8, -0.6]),
    curl: 0.05,
    wisps: 50,
    fade: ([x, y, z]) => (z < 0.2 ? 1 : ramp(endAt(x) - 0.06, endAt(x) + 0.14, y)),
  };
};

/** Short and soft, swept to one side, with points before the ears. */
export const pixie: HairDesigner = (skull) => {
  const base = cap(skull, hairline(0.54, 0.4, -0.24, -0.72), onTop(0.11, 0.15), 0.07);
  const front = fractions(4).map((t) =>
    lock(
      0.135,
      0.4,
      [0.36 - 0.1 * t, 0.96 - 0.05 * t, 0.1 + 0.3 * (1 - t)],
      [0.1 - 0.16 * t, 1.0 - 0.08 * t, 0.5],
      [-0.26 - 0.12 * t, 0.78 - 0.06 * t, 0.66 - 0.1 * t],
      [-0.52 - 0.08 * t, 0.46 - 0.13 * t, 0.56 - 0.14 * t],
    ),
  );
  const sides = ([1, -1] as const).map((side) =>
    lock(
      0.12,
      0.3,
      [side * 0.5, 0.78, 0.3],
      [side * 0.68, 0.45, 0.3],
      [side * 0.74, 0.1, 0.2],
      [side * 0.69, -0.2, 0.22],
    ),
  );
  const other = lock(0.12, 0.3, [0.4, 0.94, 0.15], [0.54, 0.72, 0.45], [0.6, 0.42, 0.42]);
  return { field: smoothUnion([base, ...front, ...sides, other], 0.035), curl: 0.08 };
};
