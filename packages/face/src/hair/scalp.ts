import type { HeadForm } from '../head/head-form.ts';
import type { Loft } from '../head/loft.ts';
import { bell, clamp, mix } from '../maths/smooth.ts';
import { add, cross, dot, length, scale, subtract, unit, type Vector } from '../maths/vector.ts';

/** Where hair grows and what it must stay outside of. */
export interface Scalp {
  readonly form: HeadForm;
  /** The skin at a station and angle of the loft, and its outward direction. */
  at(station: number, angle: number): { readonly place: Vector; readonly out: Vector };
  /**
   * The same point, or the nearest one that is at least `lift` outside of head, ears, neck and shoulders. `hold` pulls it
   * back to that distance: 0 not at all, 1 fully.
   */
  outside(p: Vector, lift: number, hold: number): Vector;
  /** The part of a direction that runs along the head. */
  along(p: Vector, way: Vector): Vector;
  /** Away from the middle of the head. */
  outward(p: Vector): Vector;
}

export const headCentre: Vector = [0, 0.08, -0.1];
const sideCount = 72;
const upDirection = 40;

export function scalpOf(form: HeadForm, loft: Loft): Scalp {
  const head = headRadii(loft);
  const body = bodyRadii(loft);
  const outward = (p: Vector): Vector => unit(subtract(p, headCentre));
  const at: Scalp['at'] = (station, angle) => {
    const place = loft.ring(station)(angle);
    const further = loft.ring(Math.max(station, 0.02) + 0.05)(angle);
    const beside = loft.ring(Math.max(station, 0.05))(angle + 0.05);
    const normal = cross(subtract(further, place), subtract(beside, place));
    const out = length(normal) > 1e-7 ? unit(normal) : outward(place);
    return {
      place,
      out:
        out[0] * place[0] + out[1] * (place[1] + 0.3) + out[2] * (place[2] + 0.1) > 0 ? out : scale(out, -1),
    };
  };
  return {
    form,
    at,
    outward,
    along: (p, way) => {
      const out = outward(p);
      return subtract(way, scale(out, dot(way, out)));
    },
    outside: (p, lift, hold) => {
      const from = subtract(p, headCentre);
      const away = length(from);
      const least = head(from) + lift + earBump(p);
      const wanted = away < least ? least : mix(away, least, hold);
      const moved = p[1] > -1 ? add(headCentre, scale(from, wanted / away)) : p;
      return outsideBody(moved, body, lift);
    },
  };
}

/** Hair that falls over an ear must pass around it. */
const earBump = ([x, y, z]: Vector): number =>
  0.085 * bell(y + 0.1, 0.14) * bell(z + 0.13, 0.13) * (Math.abs(x) > 0.45 ? 1 : 0);

function outsideBody([x, y, z]: Vector, radius: (y: number, angle: number) => number, lift: number): Vector {
  if (y > -0.95) return [x, y, z];
  const angle = Math.atan2(x, z + 0.15);
  const away = Math.hypot(x, z + 0.15);
  const least = radius(y, angle) + lift * 0.6 + 0.045;
  if (away >= least) return [x, y, z];
  return [(x * least) / away, y, (z + 0.15) * (least / away) - 0.15];
}

/** The head's radius by direction, from points on it; the head is star-shaped around its centre. */
function headRadii(loft: Loft): (from: Vector) => number {
  const table = new Float32Array(sideCount * (upDirection + 1));
  for (let station = 0; station <= 13; station += 0.05) {
    const ring = loft.ring(station);
    for (let k = 0; k < 180; k++) {
      const from = subtract(ring((k / 180) * 2 * Math.PI), headCentre);
      const cell = cellOf(from);
      const index = Math.round(cell.up) * sideCount + (Math.round(cell.around) % sideCount);
      table[index] = Math.max(table[index] ?? 0, length(from));
    }
  }
  for (let i = sideCount; i < table.length; i++) if (!table[i]) table[i] = table[i - sideCount] ?? 0.8;
  for (let i = table.length - 1 - sideCount; i >= 0; i--)
    if (!table[i]) table[i] = table[i + sideCount] ?? 0.8;
  return (from) => {
    const { up, around } = cellOf(from);
    const [row, column] = [Math.min(upDirection - 1, Math.floor(up)), Math.floor(around)];
    const [v, u] = [up - row, around - column];
    const value = (r: number, c: number) => table[r * sideCount + (c % sideCount)] ?? 0.8;
    const low = value(row, column) * (1 - u) + value(row, column + 1) * u;
    const high = value(row + 1, column) * (1 - u) + value(row + 1, column + 1) * u;
    return low * (1 - v) + high * v;
  };
}

function cellOf(from: Vector): { up: number; around: number } {
  const elevation = Math.asin(clamp(from[1] / Math.max(length(from), 1e-6), -1, 1));
  const azimuth = Math.atan2(from[0], from[2]);
  return {
    up: clamp((elevation / Math.PI + 0.5) * upDirection, 0, upDirection),
    around: ((azimuth / (2 * Math.PI) + 1) % 1) * sideCount,
  };
}

/** Distance of neck and shoulders from the axis of the neck, by height and direction. */
function bodyRadii(loft: Loft): (y: number, angle: number) => number {
  const levels = Array.from({ length: 26 }, () => new Float32Array(48));
  for (let station = 12.6; station <= 19; station += 0.02) {
    const ring = loft.ring(station);
    for (let k = 0; k < 144; k++) {
      const [x, y, z] = ring((k / 144) * 2 * Math.PI);
      const level = levels[Math.round(clamp((-0.95 - y) * 20, 0, 25))];
      const column = Math.round(((Math.atan2(x, z + 0.15) / (2 * Math.PI) + 1) % 1) * 48) % 48;
      if (level) level[column] = Math.max(level[column] ?? 0, Math.hypot(x, z + 0.15));
    }
  }
  return (y, angle) => {
    const level = levels[Math.round(clamp((-0.95 - y) * 20, 0, 25))];
    return level?.[Math.round(((angle / (2 * Math.PI) + 1) % 1) * 48) % 48] ?? 0.4;
  };
}
