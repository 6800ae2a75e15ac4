import { headShare, shoulderShare } from '../head/follow-shares.ts';
import { clamp, mix } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { framingFor } from '../scene/framing.ts';
import { cell, depthShrink, farZ, nearZ, person, pixelsPerUnit, topY } from './layout.ts';

export const columns = person.width / cell + 1;
export const lines = person.height / cell + 1;
const { distance, centreY } = framingFor(1);
const pivot = { y: -1.02, z: -0.12 };

/** For each vertex of the mesh, the place in the picture that is shown there. Two numbers per vertex. */
export type PictureMap = Float32Array;

/**
 * How the picture follows head, breath and shoulders. `depth` is the picture of depths. The formula is that of the 3D
 * face, which has it in a shader.
 */
export function movementOf(depth: ImageData): (frame: FaceFrame) => PictureMap {
  const points = pointsOf(depth);
  const map = new Float32Array(2 * points.length);
  const moved = new Float32Array(2 * points.length);
  return ({ head, lean, breath, shoulders }) => {
    const turn = [head.pitch, head.yaw, -head.roll] as const;
    const angle = Math.hypot(...turn);
    const [ax, ay, az] = turn.map((value) => value / Math.max(angle, 1e-6)) as [number, number, number];
    points.forEach(({ x, y, z, follow, lift }, i) => {
      const [c, s] = [Math.cos(angle * follow), Math.sin(angle * follow)];
      const [py, pz] = [y - pivot.y, z - pivot.z];
      const along = (ax * x + ay * py + az * pz) * (1 - c);
      const nextX = x * c + (ay * pz - az * py) * s + ax * along;
      let nextY = py * c + (az * x - ax * pz) * s + ay * along + pivot.y;
      let nextZ = pz * c + (ax * py - ay * x) * s + az * along + pivot.z + 0.22 * lean * follow;
      nextY += 0.16 * shoulders * lift + 0.012 * breath * (0.35 + 0.65 * lift) * (1 - 0.55 * follow);
      nextZ += 0.0072 * breath * lift * (1 - follow);
      const [fromScale, toScale] = [scaleAt(z), scaleAt(nextZ)];
      moved[2 * i] = nextX * toScale - x * fromScale;
      moved[2 * i + 1] = (y - centreY) * fromScale - (nextY - centreY) * toScale;
    });
    return inverted(moved, map);
  };
}

const scaleAt = (z: number): number => (pixelsPerUnit * distance) / (distance - z);

/** The vertices in head units, with how much they follow the head and the shoulders. */
function pointsOf(depth: ImageData) {
  const heights = smoothed(smoothed(depthsOf(depth)));
  return Array.from(heights, (z, i) => {
    const x = ((i % columns) * cell - person.width / 2) / scaleAt(z);
    const fromTop = Math.floor(i / columns) * cell - (topY - centreY) * pixelsPerUnit;
    const y = centreY - fromTop / scaleAt(z);
    return { x, y, z, follow: headShare(y), lift: shoulderShare(x, y) };
  });
}

function depthsOf({ data, width, height }: ImageData): Float32Array {
  const step = cell / depthShrink;
  return Float32Array.from({ length: columns * lines }, (_, i) => {
    const x = Math.min(width - 1, (i % columns) * step);
    const y = Math.min(height - 1, Math.floor(i / columns) * step);
    return mix(farZ, nearZ, (data[4 * (y * width + x)] ?? 0) / 255);
  });
}

/** Neighbours must not differ much. Otherwise the picture would fold at the chin. */
function smoothed(values: Float32Array): Float32Array {
  const at = (x: number, y: number): number =>
    values[clamp(y, 0, lines - 1) * columns + clamp(x, 0, columns - 1)] ?? 0;
  return values.map((_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const row = (line: number): number => at(x - 1, line) + 2 * at(x, line) + at(x + 1, line);
    return (row(y - 1) + 2 * row(y) + row(y + 1)) / 16;
  });
}

/** From where each vertex moves to, to what is seen at it: a few rounds come close enough. */
function inverted(moved: Float32Array, map: PictureMap): PictureMap {
  for (let i = 0; i < columns * lines; i++) {
    const [x, y] = [(i % columns) * cell, Math.floor(i / columns) * cell];
    let [fromX, fromY] = [x, y];
    for (let round = 0; round < 4; round++) {
      const [dx, dy] = movementAt(moved, fromX / cell, fromY / cell);
      [fromX, fromY] = [x - dx, y - dy];
    }
    map[2 * i] = fromX;
    map[2 * i + 1] = fromY;
  }
  return map;
}

function movementAt(moved: Float32Array, x: number, y: number): [number, number] {
  const [left, top] = [clamp(Math.floor(x), 0, columns - 2), clamp(Math.floor(y), 0, lines - 2)];
  const [u, v] = [clamp(x - left, 0, 1), clamp(y - top, 0, 1)];
  const at = 2 * (top * columns + left);
  const value = (i: number): number =>
    mix(
      mix(moved[i] ?? 0, moved[i + 2] ?? 0, u),
      mix(moved[i + 2 * columns] ?? 0, moved[i + 2 * columns + 2] ?? 0, u),
      v,
    );
  return [value(at), value(at + 1)];
}
