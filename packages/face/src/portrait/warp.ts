import { clamp } from '../maths/smooth.ts';
import { type Box, cell, person } from './layout.ts';
import { columns, lines, type PictureMap } from './movement.ts';

/** A smaller change of a place, in pixels, is not visible. */
const visible = 0.04;
/** A picture may move this far, in cells. What changes in it may be seen that far away. */
const reach = 4;

/** Draws a picture through a map, cell by cell, and only the cells that look different from the last time. */
export function warpOf(picture: ImageData, shown: ImageData) {
  const from = new Uint32Array(picture.data.buffer);
  const to = new Uint32Array(shown.data.buffer);
  const [across, down] = [columns - 1, lines - 1];
  const isEmpty = emptyCells(from, across, down);
  const changed = new Uint8Array(across * down).fill(1);
  const drawn = new Float32Array(2 * columns * lines).fill(Number.NEGATIVE_INFINITY);
  return {
    /** Says that the picture has changed in this box. */
    change: ({ x, y, width, height }: Box): void => {
      const [left, right] = [Math.floor(x / cell) - reach, Math.ceil((x + width) / cell) + reach];
      for (let row = Math.floor(y / cell) - reach; row < Math.ceil((y + height) / cell) + reach; row++)
        if (row >= 0 && row < down)
          changed.fill(1, row * across + Math.max(0, left), row * across + Math.min(across, right));
    },
    /** Returns the box that was drawn, or undefined if nothing is different. */
    draw: (map: PictureMap): Box | undefined => {
      for (let i = 0; i < drawn.length; i += 2) {
        const [x, y] = [map[i] ?? 0, map[i + 1] ?? 0];
        if (Math.abs(x - (drawn[i] ?? 0)) + Math.abs(y - (drawn[i + 1] ?? 0)) < visible) continue;
        drawn[i] = x;
        drawn[i + 1] = y;
        markAround(changed, i / 2, across, down);
      }
      let [left, top, right, bottom] = [across, down, -1, -1];
      for (let at = 0; at < changed.length; at++) {
        if (!changed[at] || isEmpty[at]) continue;
        const [x, y] = [at % across, Math.floor(at / across)];
        drawCell(from, to, drawn, x, y);
        [left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x),
          Math.max(bottom, y),
        ];
      }
      changed.fill(0);
      if (right < 0) return undefined;
      return {
        x: left * cell,
        y: top * cell,
        width: (right + 1 - left) * cell,
        height: (bottom + 1 - top) * cell,
      };
    },
  };
}

/** The four cells around a vertex. */
function markAround(changed: Uint8Array, vertex: number, across: number, down: number): void {
  const [x, y] = [vertex % columns, Math.floor(vertex / columns)];
  for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y); row++)
    changed.fill(1, row * across + Math.max(0, x - 1), row * across + Math.min(across - 1, x) + 1);
}

/** Cells in which nothing can appear, because there is nothing near them. */
function emptyCells(from: Uint32Array, across: number, down: number): Uint8Array {
  const isEmpty = new Uint8Array(across * down).fill(1);
  for (let i = 0; i < from.length; i++) {
    if ((from[i] ?? 0) >>> 24 === 0) continue;
    const [x, y] = [Math.floor((i % person.width) / cell), Math.floor(i / person.width / cell)];
    if (isEmpty[y * across + x] === 2) continue;
    isEmpty[y * across + x] = 2;
  }
  const near = new Uint8Array(across * down).fill(1);
  for (let at = 0; at < near.length; at++) {
    if (isEmpty[at] !== 2) continue;
    const [x, y] = [at % across, Math.floor(at / across)];
    for (let row = Math.max(0, y - reach); row <= Math.min(down - 1, y + reach); row++)
      near.fill(0, row * across + Math.max(0, x - reach), row * across + Math.min(across, x + reach + 1));
  }
  return near;
}

/** Takes each pixel of a cell from its place in the picture, mixed from the four pixels there. */
function drawCell(from: Uint32Array, to: Uint32Array, map: PictureMap, column: number, line: number): void {
  const at = 2 * (line * columns + column);
  const below = at + 2 * columns;
  const { width, height } = person;
  for (let row = 0; row < cell; row++) {
    const t = row / cell;
    const edge = (corner: number): number => {
      const upper = map[at + corner] ?? 0;
      return upper + ((map[below + corner] ?? 0) - upper) * t;
    };
    let [u, v] = [edge(0), edge(1)];
    const [stepU, stepV] = [(edge(2) - u) / cell, (edge(3) - v) / cell];
    let out = (line * cell + row) * width + column * cell;
    for (let i = 0; i < cell; i++, out++, u += stepU, v += stepV) {
      const x = clamp(u, 0, width - 1.01);
      const y = clamp(v, 0, height - 1.01);
      const [left, top] = [x | 0, y | 0];
      const first = top * width + left;
      const a = from[first] ?? 0;
      const b = from[first + 1] ?? 0;
      const c = from[first + width] ?? 0;
      const d = from[first + width + 1] ?? 0;
      if ((a | b | c | d) >>> 24 === 0) {
        to[out] = 0;
        continue;
      }
      to[out] = mixed(
        mixed(a, b, (256 * (x - left)) | 0),
        mixed(c, d, (256 * (x - left)) | 0),
        (256 * (y - top)) | 0,
      );
    }
  }
}

/** Two pixels mixed, `share` of 256 parts from the second one. Two channels are mixed in one multiplication. */
function mixed(a: number, b: number, share: number): number {
  const rest = 256 - share;
  const even = (Math.imul(a & 0xff00ff, rest) + Math.imul(b & 0xff00ff, share)) >>> 8;
  const odd = Math.imul((a >>> 8) & 0xff00ff, rest) + Math.imul((b >>> 8) & 0xff00ff, share);
  return ((even & 0xff00ff) | (odd & 0xff00ff00)) >>> 0;
}
