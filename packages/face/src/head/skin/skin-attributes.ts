import type { FaceLook } from '../../look/face-look.ts';
import { deeper, flush, mixColours } from '../../look/shades.ts';
import { hollowness } from '../../maths/cavity.ts';
import type { Field } from '../../maths/field.ts';
import { bell, clamp, mix, ramp } from '../../maths/smooth.ts';
import type { Vector } from '../../maths/vector.ts';
import { paintU, paintV } from '../../paint/canvas-tools.ts';
import { headShare, shoulderShare } from '../follow-shares.ts';
import type { HeadMesh } from '../head-mesh.ts';
import { vectorAt } from '../mesh-data.ts';
import { lipHeight, lipLine } from '../mouth/lips.ts';
import { nostrilDepth } from '../nose.ts';
import { bagRings, type SkinVertex } from './skin-topology.ts';

export interface Tint {
  readonly colour: string;
  readonly share: number;
}

/** What the shader needs per vertex besides positions and normals. `hair` is the distance to the hair. */
export function skinAttributes(mesh: HeadMesh, look: FaceLook, hair: Field | undefined) {
  const { positions, normals, topology, form, grid } = mesh;
  const count = topology.vertices.length;
  const fine = hollowness(mesh, 3, 0.008);
  const broad = hollowness(mesh, 24, 0.05);
  const paintAt = new Float32Array(count * 2);
  /** How much light reaches the vertex, 0 to 1, and how wet it is, 0 to 1. */
  const shade = new Float32Array(count * 2);
  const rig = new Float32Array(count * 2);
  const tints: Tint[] = [];
  topology.vertices.forEach((vertex, i) => {
    const at = vectorAt(positions, i);
    const [edgeX, edgeY] = vectorAt(positions, topology.anchors[i] ?? i);
    paintAt.set([paintU(edgeX), paintV(edgeY)], 2 * i);
    const hollow = 0.28 * (fine[i] ?? 0) + 0.5 * (broad[i] ?? 0);
    const station = grid.stations[vertex.row] ?? 0;
    const underChin = 0.62 * ramp(11.1, 12.6, station) * ramp(16.6, 13.6, station) * ramp(-0.45, 0.2, at[2]);
    const open = clamp(1 - Math.max(0, hollow), 0.25, 1) * (1 - underChin);
    const covered = hair && vertex.kind === 'surface' ? underHair(hair, at, vectorAt(normals, i)) : 1;
    const light = open * depthShade(vertex) * (1 - 0.8 * nostrilDepth(at, form.nose)) * covered;
    shade.set([light, wetness(vertex, at, mesh)], 2 * i);
    tints.push(tintOf(vertex, look));
    rig.set([vertex.kind === 'surface' ? headShare(at[1]) : 1, shoulderShare(at[0], at[1])], 2 * i);
  });
  return { paintAt, shade, tints, rig };
}

function depthShade({ kind, ring, aboveEyes }: SkinVertex): number {
  if (kind === 'mouth-bag') return mix(1, 0.26, clamp(ring / (bagRings - 2), 0, 1));
  if (kind === 'eye-rim') {
    if (ring !== 1) return 0.3;
    // The upper rim lies in the shadow of its lid, and tears stand on the lower one.
    return aboveEyes ? 0.75 : 1;
  }
  return 1;
}

function wetness({ kind, aboveMouth }: SkinVertex, at: Vector, { form: { mouth } }: HeadMesh): number {
  if (kind === 'eye-rim') return 1;
  if (kind === 'mouth-bag') return 0.25;
  if (at[2] < 0.4 || Math.abs(at[0]) > mouth.halfWidth) return 0;
  const away = Math.abs(at[1] - lipLine(at[0], mouth));
  const height = lipHeight(at[0], aboveMouth, mouth);
  return bell(away - height * 0.4, Math.max(height * 0.45, 0.008)) * (away < height * 1.1 ? 1 : 0);
}

/** The soft shadow of hair on the skin beside it. */
function underHair(hair: Field, [x, y, z]: Vector, [nx, ny, nz]: Vector): number {
  if (y < -1.6) return 1;
  const room = hair(x + nx * 0.1, y + ny * 0.1 + 0.05, z + nz * 0.1) / 0.16;
  return 0.5 + 0.5 * ramp(-0.1, 1, room);
}

function tintOf({ kind, ring, aboveEyes }: SkinVertex, look: FaceLook): Tint {
  const skin = look.skin.colour;
  if (kind === 'lash') return { colour: deeper(look.brows.colour, 0.75), share: 1 };
  if (kind === 'eye-rim') {
    const rim = mixColours(flush(skin), '#d98a80', 0.4);
    if (ring === 1 && !aboveEyes) return { colour: mixColours(rim, '#fbe9e4', 0.7), share: 0.9 };
    return { colour: rim, share: ring === 1 ? 0.55 : 0.9 };
  }
  if (kind === 'mouth-bag')
    return { colour: mixColours('#a84f4a', '#7d322e', ramp(1, 4, ring)), share: clamp((ring - 1) / 2, 0, 1) };
  return { colour: skin, share: 0 };
}
