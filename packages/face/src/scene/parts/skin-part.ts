import {
  BufferGeometry,
  CanvasTexture,
  Color,
  Float32BufferAttribute,
  Mesh,
  SRGBColorSpace,
  Uint32BufferAttribute,
} from 'three';
import type { HeadMesh } from '../../head/head-mesh.ts';
import { skinAttributes, type Tint } from '../../head/skin/skin-attributes.ts';
import type { FaceLook } from '../../look/face-look.ts';
import type { Field } from '../../maths/field.ts';
import { paintSkin } from '../../paint/paint-skin.ts';
import { skinMaterial } from '../materials/skin-material.ts';
import type { RigUniforms } from '../rig-uniforms.ts';

const paintSize = 1024;

export function skinPart(head: HeadMesh, look: FaceLook, rig: RigUniforms, hair: Field | undefined): Mesh {
  const attributes = skinAttributes(head, look, hair);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(head.positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(head.normals, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(attributes.uv, 2));
  geometry.setAttribute('shade', new Float32BufferAttribute(attributes.shade, 2));
  geometry.setAttribute('rig', new Float32BufferAttribute(attributes.rig, 2));
  geometry.setAttribute('tint', new Float32BufferAttribute(tintArray(attributes.tints), 4));
  geometry.setIndex(new Uint32BufferAttribute(head.triangles, 1));
  geometry.morphAttributes.position = head.morphs.map((m) => new Float32BufferAttribute(m.positions, 3));
  geometry.morphAttributes.normal = head.morphs.map((m) => new Float32BufferAttribute(m.normals, 3));
  geometry.morphTargetsRelative = true;
  const mesh = new Mesh(geometry, skinMaterial(rig, paintedTexture(head, look), look.skin.colour));
  mesh.frustumCulled = false;
  mesh.morphTargetDictionary = Object.fromEntries(head.morphs.map((m, i) => [m.name, i]));
  mesh.morphTargetInfluences = head.morphs.map(() => 0);
  return mesh;
}

function tintArray(tints: readonly Tint[]): Float32Array {
  const array = new Float32Array(tints.length * 4);
  const linear = new Map<string, Color>();
  tints.forEach(({ colour, share }, i) => {
    const known = linear.get(colour) ?? new Color(colour);
    linear.set(colour, known);
    array.set([known.r, known.g, known.b, share], i * 4);
  });
  return array;
}

function paintedTexture(head: HeadMesh, look: FaceLook): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = paintSize;
  canvas.height = paintSize;
  const brush = canvas.getContext('2d');
  if (brush) paintSkin(brush, paintSize, look, head.form);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}
