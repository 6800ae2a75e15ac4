import { CanvasTexture, Color, type Mesh, type ShaderMaterial, SRGBColorSpace, type Texture } from 'three';
import type { EarsMesh } from '../head/ears.ts';
import type { HeadMesh } from '../head/head-mesh.ts';
import { skinAttributes, type Tint } from '../head/skin/skin-attributes.ts';
import type { FaceLook } from '../look/face-look.ts';
import { flush } from '../look/shades.ts';
import { paintSkin } from '../paint/paint-skin.ts';
import type { BakedLight } from './baked-light.ts';
import { skinMaterial } from './materials/skin-material.ts';
import { partOf } from './part.ts';
import type { RigUniforms } from './rig.ts';

const paintSize = 1024;

/** The skin and the ears, which use the same material. */
export function skinParts(
  head: HeadMesh,
  ears: EarsMesh,
  look: FaceLook,
  {
    rig,
    strands,
    light,
  }: {
    readonly rig: RigUniforms;
    readonly strands: Texture;
    readonly light: { readonly skin: BakedLight; readonly ears: BakedLight };
  },
): { readonly skin: Mesh; readonly ears: Mesh } {
  const material = skinMaterial(rig, { paint: paintedTexture(head, look), strands }, look.skin.colour);
  const { tints, ...attributes } = skinAttributes(head, look);
  const skin = partOf(head, { ...attributes, ...light.skin, tint: tintArray(tints) }, material);
  return { skin, ears: earsPart(ears, look, material, light.ears) };
}

function earsPart(ears: EarsMesh, look: FaceLook, material: ShaderMaterial, light: BakedLight): Mesh {
  const colour = flush(look.skin.colour);
  const shades = [...ears.shade];
  const attributes = {
    ...light,
    // The whole ear takes its base colour from one plain spot at the edge of the painting.
    paintAt: new Float32Array(2 * shades.length).fill(0.02),
    shade: new Float32Array(shades.flatMap((shade) => [shade, 0])),
    tint: tintArray(shades.map((shade) => ({ colour, share: 0.18 + 0.25 * (1 - shade) }))),
    rig: new Float32Array(shades.flatMap(() => [1, 0])),
  };
  return partOf(ears, attributes, material);
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
