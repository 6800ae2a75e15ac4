import { normalsOf } from '../maths/normals.ts';
import { bell } from '../maths/smooth.ts';
import type { Vector } from '../maths/vector.ts';
import type { HeadForm } from './head-form.ts';
import { type MeshData, sheetTriangles } from './mesh-data.ts';

/** With a colour for each vertex: enamel, and gums above it. */
export interface ColouredMesh extends MeshData {
  readonly colours: Float32Array;
}

const enamel: Vector = [0.9, 0.86, 0.79];
const gum: Vector = [0.56, 0.2, 0.19];
const gap: Vector = [0.55, 0.47, 0.4];

/** Half widths of the teeth from the middle outwards. */
const upperTeeth = [0.047, 0.036, 0.037, 0.034, 0.034, 0.04];
const lowerTeeth = [0.029, 0.03, 0.034, 0.034, 0.034, 0.04];

/** One row of teeth along an arch; `up` is 1 for the upper row, whose edge points down. */
export function teethMesh(form: HeadForm, up: 1 | -1): ColouredMesh {
  const widths = up === 1 ? upperTeeth : lowerTeeth;
  const half: { along: number; phase: number; tooth: number }[] = [];
  let from = 0;
  widths.forEach((width, tooth) => {
    for (let k = 0; k < 8; k++) half.push({ along: from + (width * k) / 8, phase: k / 8, tooth });
    from += width;
  });
  const rows = [0, 0.12, 0.35, 0.6, 0.8, 0.94, 1];
  const columns = [
    ...half
      .slice(1)
      .map((c) => ({ ...c, along: -c.along }))
      .reverse(),
    ...half,
  ];
  const height = up === 1 ? 0.088 : 0.072;
  const edgeY = form.mouth.y + (up === 1 ? -0.022 : -0.012);
  const front = 0.758;
  const positions: number[] = [];
  const colours: number[] = [];
  for (const row of rows)
    for (const { along, phase, tooth } of columns) {
      const nearGap = Math.min(phase, 1 - phase);
      const bulge = 0.008 * Math.sqrt(Math.min(1, nearGap * 4));
      const scallop = row === 1 ? 0.006 * bell(nearGap, 0.12) * (up === 1 ? 1 : 0.6) : 0;
      const shorter = up === 1 && tooth === 1 ? 0.005 : 0;
      const angle = along / 0.2;
      const radius = 0.2 + bulge - (row === 1 ? 0.008 : 0) - 0.02 * row * (up === 1 ? 0 : 1);
      positions.push(
        Math.sin(angle) * radius * 0.9,
        edgeY + up * (height * (1 - row) + (row === 1 ? scallop + shorter : 0)),
        front - 0.2 + Math.cos(angle) * radius,
      );
      const isGum = row < 0.3 - 0.12 * (1 - nearGap * 2);
      const colour = isGum ? gum : nearGap < 0.06 ? gap : enamel;
      const depth = 1 - 0.5 * Math.min(1, (Math.abs(along) / 0.2) ** 2);
      colours.push(colour[0] * depth, colour[1] * depth, colour[2] * depth);
    }
  const triangles = sheetTriangles(rows.length, columns.length, false);
  const wound =
    up === 1 ? triangles : triangles.map((_, i) => triangles[i - (i % 3) + ((3 - (i % 3)) % 3)] ?? 0);
  const mesh = new Float32Array(positions);
  const index = new Uint32Array(wound);
  return {
    positions: mesh,
    normals: normalsOf(mesh, index),
    triangles: index,
    colours: new Float32Array(colours),
  };
}

/** The tongue, lying behind the lower teeth, its tip towards the front. */
export function tongueMesh(form: HeadForm): ColouredMesh {
  const [rows, columns] = [17, 24];
  const positions: number[] = [];
  const colours: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const down = (row / (rows - 1)) * Math.PI;
      const around = (column / columns) * Math.PI * 2;
      const [x, y, z] = [
        Math.sin(down) * Math.sin(around),
        Math.sin(down) * Math.cos(around),
        Math.cos(down),
      ];
      const groove = -0.012 * bell(x, 0.2) * Math.max(0, y);
      positions.push(x * 0.125, form.mouth.y - 0.085 + y * 0.038 + groove + 0.02 * z, 0.585 + z * 0.125);
      const pale = 0.75 + 0.25 * Math.max(0, z);
      colours.push(0.66 * pale, 0.24 * pale, 0.24 * pale);
    }
  const triangles = new Uint32Array(sheetTriangles(rows, columns, true));
  const mesh = new Float32Array(positions);
  return {
    positions: mesh,
    normals: normalsOf(mesh, triangles),
    triangles,
    colours: new Float32Array(colours),
  };
}
