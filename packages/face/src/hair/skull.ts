import type { Loft } from '../head/loft.ts';
import type { Field } from '../maths/field.ts';
import { clamp } from '../maths/smooth.ts';
import { length, subtract, type Vector } from '../maths/vector.ts';

export const headCentre: Vector = [0, 0.08, -0.1];
const around = 72;
const upwards = 40;

/** The distance to the bare head. The head is star-shaped around its centre, so one radius per direction describes it. */
export function skullOf(loft: Loft): Field {
  const table = radiiOf(loft);
  const value = (row: number, column: number): number => table[row * around + (column % around)] ?? 0.8;
  return (x, y, z) => {
    const from: Vector = [x - headCentre[0], y - headCentre[1], z - headCentre[2]];
    const away = length(from);
    const [up, turn] = cellOf(from, away);
    const [row, column] = [Math.min(upwards - 1, Math.floor(up)), Math.floor(turn)];
    const [v, u] = [up - row, turn - column];
    const below = value(row, column) * (1 - u) + value(row, column + 1) * u;
    const above = value(row + 1, column) * (1 - u) + value(row + 1, column + 1) * u;
    return away - (below * (1 - v) + above * v);
  };
}

function radiiOf(loft: Loft): Float32Array {
  const table = new Float32Array(around * (upwards + 1));
  for (let station = 0; station <= 13; station += 0.1) {
    const ring = loft.ring(station);
    for (let k = 0; k < 144; k++) {
      const from = subtract(ring((k / 144) * 2 * Math.PI), headCentre);
      const [up, turn] = cellOf(from, length(from));
      const index = Math.round(up) * around + (Math.round(turn) % around);
      table[index] = Math.max(table[index] ?? 0, length(from));
    }
  }
  for (let i = around; i < table.length; i++) if (!table[i]) table[i] = table[i - around] ?? 0.8;
  for (let i = table.length - 1 - around; i >= 0; i--) if (!table[i]) table[i] = table[i + around] ?? 0.8;
  return table;
}

function cellOf([x, y, z]: Vector, away: number): readonly [up: number, turn: number] {
  const elevation = Math.asin(clamp(y / Math.max(away, 1e-6), -1, 1));
  return [
    clamp((elevation / Math.PI + 0.5) * upwards, 0, upwards),
    ((Math.atan2(x, z) / (2 * Math.PI) + 1) % 1) * around,
  ];
}
