import { clamp, softMin } from './smooth.ts';
import type { Vector } from './vector.ts';

/** A shape in space as a distance: negative inside, positive outside. It may overstate the distance only a little. */
export type Field = (x: number, y: number, z: number) => number;

// One mesh evaluates a field some hundred thousand times, so fields create no arrays and avoid the slow Math.hypot.

export function ellipsoid(centre: Vector, radii: Vector): Field {
  const [cx, cy, cz] = centre;
  const [rx, ry, rz] = radii;
  return (x, y, z) => {
    const dx = (x - cx) / rx;
    const dy = (y - cy) / ry;
    const dz = (z - cz) / rz;
    const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const slope = Math.sqrt((dx / rx) ** 2 + (dy / ry) ** 2 + (dz / rz) ** 2);
    return slope < 1e-9 ? -Math.min(rx, ry, rz) : (size * (size - 1)) / slope;
  };
}

/** A rounded rod along a line of points. `radius` runs from the first point (0) to the last (1). */
export function rod(line: readonly Vector[], radius: (t: number) => number): Field {
  const count = line.length;
  const points = new Float64Array(line.flat());
  const radii = Float64Array.from(line, (_, i) => radius(i / (count - 1)));
  const [mx, my, mz] = line[Math.floor(count / 2)] ?? [0, 0, 0];
  const reach = line.reduce(
    (most, [x, y, z], i) => Math.max(most, Math.hypot(x - mx, y - my, z - mz) + (radii[i] ?? 0)),
    0,
  );
  const near = (reach + 0.25) ** 2;
  return (x, y, z) => {
    const away = (x - mx) ** 2 + (y - my) ** 2 + (z - mz) ** 2;
    // Far away the exact distance does not matter, and most points are far away from most rods.
    if (away > near) return Math.sqrt(away) - reach;
    let least = 9;
    for (let i = 1; i < count; i++) {
      const k = 3 * i;
      const ax = points[k - 3] ?? 0;
      const ay = points[k - 2] ?? 0;
      const az = points[k - 1] ?? 0;
      const ex = (points[k] ?? 0) - ax;
      const ey = (points[k + 1] ?? 0) - ay;
      const ez = (points[k + 2] ?? 0) - az;
      const px = x - ax;
      const py = y - ay;
      const pz = z - az;
      const t = clamp((px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez + 1e-12), 0, 1);
      const gap = Math.sqrt((px - ex * t) ** 2 + (py - ey * t) ** 2 + (pz - ez * t) ** 2);
      least = Math.min(least, gap - (radii[i - 1] ?? 0) * (1 - t) - (radii[i] ?? 0) * t);
    }
    return least;
  };
}

/** All shapes together, with rounded creases between them. */
export function smoothUnion(fields: readonly Field[], round: number): Field {
  return (x, y, z) => {
    let distance = 9;
    for (const field of fields) distance = softMin(distance, field(x, y, z), round);
    return distance;
  };
}

/** A smooth line through a few points. */
export function lineThrough(points: readonly Vector[], count: number): Vector[] {
  const at = (i: number): Vector => points[clamp(i, 0, points.length - 1)] ?? [0, 0, 0];
  return Array.from({ length: count + 1 }, (_, k): Vector => {
    const along = (k / count) * (points.length - 1);
    const i = Math.min(Math.floor(along), points.length - 2);
    const t = along - i;
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const axis = (n: 0 | 1 | 2): number =>
      0.5 *
      (2 * b[n] +
        (c[n] - a[n]) * t +
        (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t +
        (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t * t * t);
    return [axis(0), axis(1), axis(2)];
  });
}
