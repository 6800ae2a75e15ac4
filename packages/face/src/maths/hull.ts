type Flat = readonly [x: number, y: number];

/** The smallest convex outline around the points, counter-clockwise (Andrew's monotone chain). */
export function hullOf(points: readonly Flat[]): Flat[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (line: readonly Flat[]): Flat[] => {
    const kept: Flat[] = [];
    for (const point of line) {
      while (kept.length >= 2 && !turnsLeft(kept.at(-2) ?? point, kept.at(-1) ?? point, point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turnsLeft = (a: Flat, b: Flat, c: Flat): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
