import type { FaceLook } from '../../look/face-look.ts';
import { deeper, flush, mixColours } from '../../look/shades.ts';
import { hollowness } from '../../maths/cavity.ts';
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

/** What the shader needs per vertex besides positions, normals and light. */
export function skinAttributes(mesh: HeadMesh, look: FaceLook) {
  const { positions, topology, form } = mesh;
  const count = topology.vertices.length;
  /** Small folds. What is larger, the baked light knows. */
  const hollow = hollowness(mesh, 5, 0.012);
  const paintAt = new Float32Array(count * 2);
  /** How much light reaches the vertex, 0 to 1, and how wet it is, 0 to 1. Below 0 it is a lash, down to −1 at its tip. */
  const shade = new Float32Array(count * 2);
  const rig = new Float32Array(count * 2);
  const tints: Tint[] = [];
  topology.vertices.forEach((vertex, i) => {
    const at = vectorAt(positions, i);
    const [edgeX, edgeY] = vectorAt(positions, topology.anchors[i] ?? i);
    paintAt.set([paintU(edgeX), paintV(edgeY)], 2 * i);
    const open = 1 - 0.5 * Math.max(0, hollow[i] ?? 0);
    const nostril = vertex.kind === 'surface' ? nostrilDepth(at, form.nose) : 0;
    const light = open * depthShade(vertex) * (1 - 0.85 * nostril);
    shade.set([light, wetness(vertex, at, mesh)], 2 * i);
    tints.push(
      nostril > 0.01
        ? { colour: deeper(look.skin.colour, 0.85), share: 0.9 * nostril }
        : tintOf(vertex, look),
    );
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

function wetness({ kind, ring, aboveMouth }: SkinVertex, at: Vector, { form: { mouth } }: HeadMesh): number {
  if (kind === 'eye-rim') return 1;
  if (kind === 'lash') return -ring;
  if (kind === 'mouth-bag') return 0.25;
  if (at[2] < 0.4 || Math.abs(at[0]) > mouth.halfWidth) return 0;
  const away = Math.abs(at[1] - lipLine(at[0], mouth));
  const height = lipHeight(at[0], aboveMouth, mouth);
  return bell(away - height * 0.4, Math.max(height * 0.45, 0.008)) * (away < height * 1.1 ? 1 : 0);
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
