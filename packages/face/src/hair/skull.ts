import type { Loft } from '../head/loft.ts';
import type { Field } from '../maths/field.ts';
import { clamp } from '../maths/smooth.ts';
import { length, subtract, type Vector } from '../maths/vector.ts';

export const headCentre: Vector = [0, 0.08, -0.1];
const around = 120;
const upwards = 72;

/** The distance to the bare head. The head is star-shaped around its centre, so one radius per direction describes it. */
export function skullOf(loft: Loft): Field {
  const table = radiiOf(loft);
  const [cx, cy, cz] = headCentre;
  return (px, py, pz) => {
    const x = px - cx;
    const y = py - cy;
    const z = pz - cz;
    const away = Math.sqrt(x * x + y * y + z * z);
    const up = rowOf(y, away);
    const turn = columnOf(x, z);
    const row = Math.min(upwards - 1, Math.floor(up));
    const column = Math.floor(turn);
    const v = up - row;
    const u = turn - column;
    const first = row * around + (column % around);
    const second = row * around + ((column + 1) % around);
    const below = (table[first] ?? 0) * (1 - u) + (table[second] ?? 0) * u;
    const above = (table[first + around] ?? 0) * (1 - u) + (table[second + around] ?? 0) * u;
    return away - (below * (1 - v) + above * v);
  };
}

function radiiOf(loft: Loft): Float32Array {
  const table = new Float32Array(around * (upwards + 1));
  for (let station = 0; station <= 13; station += 0.05) {
    const ring = loft.ring(station);
    for (let k = 0; k < 240; k++) {
      const from = subtract(ring((k / 240) * 2 * Math.PI), headCentre);
      const row = Math.round(rowOf(from[1], length(from)));
      const index = row * around + (Math.round(columnOf(from[0], from[2])) % around);
      table[index] = Math.max(table[index] ?? 0, length(from));
    }
  }
  for (let i = around; i < table.length; i++) if (!table[i]) table[i] = table[i - around] ?? 0.8;
  for (let i = table.length - 1 - around; i >= 0; i--) if (!table[i]) table[i] = table[i + around] ?? 0.8;
  return table;
}

const rowOf = (y: number, away: number): number =>
  clamp((Math.asin(clamp(y / Math.max(away, 1e-6), -1, 1)) / Math.PI + 0.5) * upwards, 0, upwards);

const columnOf = (x: number, z: number): number => ((Math.atan2(x, z) / (2 * Math.PI) + 1) % 1) * around;
