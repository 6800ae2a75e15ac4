import { clamp } from './smooth.ts';
import type { Steps } from './steps.ts';
import { cross, unit, type Vector } from './vector.ts';

interface Caster {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

interface Receiver {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** The part of space that is looked at: a square around this point. Beyond it, nothing is in shadow. */
const middle: Vector = [0, -0.4, 0];
const reach = 1.9;
const size = 176;
/** A surface must not shade itself, so it is looked at a little in front. Shadows start softly. */
const inFront = 0.035;
const soft = 0.05;
/** Light reaches a little around the edge of a surface. */
const wrap = 0.15;
/** A vertex that faces no light at all counts as lit. */
const least = 1e-4;

/**
 * How much of the far lights each vertex of each receiver sees, 0 to 1. Lights in front of the surface count more than those
 * beside it, and lights behind it do not count.
 */
export function* visibilitySteps(
  casters: readonly Caster[],
  receivers: readonly Receiver[],
  lights: readonly Vector[],
): Steps<Float32Array[]> {
  const sums = receivers.map(({ positions }) => new Float32Array(positions.length / 3).fill(least));
  const totals = sums.map((sum) => sum.slice());
  for (const light of lights) {
    const view = viewFrom(light);
    const depths = new Float32Array(size * size).fill(-9);
    for (const caster of casters) {
      draw(depths, caster, view);
      yield;
    }
    for (const [k, receiver] of receivers.entries()) {
      const [sum, total] = [sums[k], totals[k]];
      if (sum && total) addSeen(sum, total, receiver, depths, view);
      yield;
    }
  }
  return sums.map((sum, k) => sum.map((value, i) => value / (totals[k]?.[i] ?? 1)));
}

type View = readonly [right: Vector, up: Vector, towards: Vector];

function viewFrom(light: Vector): View {
  const towards = unit(light);
  const right = unit(cross([0.1, 1, 0], towards));
  return [right, cross(towards, right), towards];
}

const toPixel = size / (2 * reach);

/** Keeps for each pixel how near to the light the nearest surface is. */
function draw(depths: Float32Array, { positions, triangles }: Caster, [right, up, towards]: View): void {
  const count = positions.length / 3;
  const [px, py, pz] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    const x = (positions[3 * i] ?? 0) - middle[0];
    const y = (positions[3 * i + 1] ?? 0) - middle[1];
    const z = (positions[3 * i + 2] ?? 0) - middle[2];
    px[i] = (right[0] * x + right[1] * y + right[2] * z + reach) * toPixel;
    py[i] = (up[0] * x + up[1] * y + up[2] * z + reach) * toPixel;
    pz[i] = towards[0] * x + towards[1] * y + towards[2] * z;
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] ?? 0, triangles[t + 1] ?? 0, triangles[t + 2] ?? 0];
    const [ax, ay, az] = [px[a] ?? 0, py[a] ?? 0, pz[a] ?? 0];
    const [bx, by] = [(px[b] ?? 0) - ax, (py[b] ?? 0) - ay];
    const [cx, cy] = [(px[c] ?? 0) - ax, (py[c] ?? 0) - ay];
    const area = bx * cy - by * cx;
    if (Math.abs(area) < 1e-9) continue;
    const [bz, cz] = [(pz[b] ?? 0) - az, (pz[c] ?? 0) - az];
    const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx)));
    const last = Math.min(size - 1, Math.floor(ax + Math.max(0, bx, cx)));
    const top = Math.min(size - 1, Math.floor(ay + Math.max(0, by, cy)));
    for (let y = Math.max(0, Math.ceil(ay + Math.min(0, by, cy))); y <= top; y++)
      for (let x = left; x <= last; x++) {
        const u = ((x - ax) * cy - (y - ay) * cx) / area;
        const v = (bx * (y - ay) - by * (x - ax)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const depth = az + u * bz + v * cz;
        if (depth > (depths[y * size + x] ?? 0)) depths[y * size + x] = depth;
      }
  }
}

function addSeen(
  sum: Float32Array,
  total: Float32Array,
  { positions, normals }: Receiver,
  depths: Float32Array,
  [right, up, towards]: View,
): void {
  for (let i = 0; i < sum.length; i++) {
    const nx = normals[3 * i] ?? 0;
    const ny = normals[3 * i + 1] ?? 0;
    const nz = normals[3 * i + 2] ?? 0;
    const weight = nx * towards[0] + ny * towards[1] + nz * towards[2] + wrap;
    if (weight <= 0) continue;
    const x = (positions[3 * i] ?? 0) + nx * inFront - middle[0];
    const y = (positions[3 * i + 1] ?? 0) + ny * inFront - middle[1];
    const z = (positions[3 * i + 2] ?? 0) + nz * inFront - middle[2];
    const px = (right[0] * x + right[1] * y + right[2] * z + reach) * toPixel;
    const py = (up[0] * x + up[1] * y + up[2] * z + reach) * toPixel;
    const depth = towards[0] * x + towards[1] * y + towards[2] * z;
    sum[i] = (sum[i] ?? 0) + weight * seenAt(depths, px, py, depth);
    total[i] = (total[i] ?? 0) + weight;
  }
}

/** 0 in shadow to 1 in the light: the mean of the four pixels around the point. */
function seenAt(depths: Float32Array, px: number, py: number, depth: number): number {
  const i = Math.floor(px);
  const j = Math.floor(py);
  if (i < 0 || j < 0 || i >= size - 1 || j >= size - 1) return 1;
  const u = px - i;
  const k = j * size + i;
  const near = litAt(depths, k, depth) * (1 - u) + litAt(depths, k + 1, depth) * u;
  const far = litAt(depths, k + size, depth) * (1 - u) + litAt(depths, k + size + 1, depth) * u;
  return near + (far - near) * (py - j);
}

const litAt = (depths: Float32Array, k: number, depth: number): number =>
  1 - clamp(((depths[k] ?? 0) - depth) / soft, 0, 1);
