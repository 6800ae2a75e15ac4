import { skinShift } from '../head/brows/skin-shift.ts';
import type { FaceWeights } from '../motion/face-weights.ts';
import { faceWeights } from '../motion/face-weights.ts';
import { framingFor } from '../scene/framing.ts';
import { person, pixelsPerUnit, regions, topY } from './layout.ts';
import { brows } from './shapes.ts';

const { width, height } = regions.brows;
const { distance, centreY } = framingFor(1);
/** The distance of the brows from the middle of the head, towards the camera. */
const browZ = 0.75;
const scale = (pixelsPerUnit * distance) / (distance - browZ);

const movements = [
  'browInnerUp',
  'browDownLeft',
  'browDownRight',
  'browOuterUpLeft',
  'browOuterUpRight',
] as const;

/** By how many pixels each movement lifts the skin, at every pixel of the region. */
const lifts = () =>
  movements.map((name) =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const x = (regions.brows.x + (i % width) - person.width / 2) / scale;
      const fromTop = regions.brows.y + Math.floor(i / width);
      const y = centreY - (fromTop - (topY - centreY) * pixelsPerUnit) / scale;
      return scale * skinShift(name, x, y)[1];
    }),
  );

/**
 * Mixes pictures of brows. Each is first moved to where the brows are to be, by the formula of the 3D face. Otherwise a
 * mixture would show the same brow at two heights.
 */
export function movedBrows(pictures: readonly Uint8ClampedArray[]) {
  const known = brows.map(faceWeights);
  const fields = lifts();
  const rise = new Float32Array(width * height);
  const sum = new Float32Array(3 * width * height);
  return (wanted: FaceWeights, shares: readonly number[]): Float32Array => {
    sum.fill(0);
    pictures.forEach((picture, which) => {
      const share = shares[which] ?? 0;
      if (share === 0) return;
      rise.fill(0);
      movements.forEach((name, m) => {
        const by = wanted[name] - (known[which]?.[name] ?? 0);
        if (Math.abs(by) > 0.004) addField(rise, fields[m], by);
      });
      addLifted(sum, picture, rise, share);
    });
    return sum;
  };
}

function addField(rise: Float32Array, field: Float32Array | undefined, by: number): void {
  for (let i = 0; i < rise.length; i++) rise[i] = (rise[i] ?? 0) + by * (field?.[i] ?? 0);
}

/** Adds a share of a picture whose pixels have moved up by `rise`. */
function addLifted(sum: Float32Array, picture: Uint8ClampedArray, rise: Float32Array, share: number): void {
  const lowest = width * (height - 1);
  for (let i = 0; i < rise.length; i++) {
    const lift = rise[i] ?? 0;
    const rows = Math.floor(lift);
    const column = i % width;
    const upper = Math.min(lowest + column, Math.max(column, i + rows * width));
    const lower = Math.min(lowest + column, upper + width);
    const part = lift - rows;
    for (let c = 0; c < 3; c++) {
      const [a, b] = [picture[4 * upper + c] ?? 0, picture[4 * lower + c] ?? 0];
      sum[3 * i + c] = (sum[3 * i + c] ?? 0) + share * (a + (b - a) * part);
    }
  }
}
