import { Group, type Material, Mesh, type ShaderMaterial, type Texture } from 'three';
import { accessoriesOf } from '../accessories/accessories-mesh.ts';
import { beardMesh } from '../hair/beard-mesh.ts';
import { hairSteps } from '../hair/hair-mesh.ts';
import { browMesh } from '../head/brows/brow-mesh.ts';
import { earsMesh } from '../head/ears.ts';
import { headSteps } from '../head/head-mesh.ts';
import type { FaceLook } from '../look/face-look.ts';
import { finished, finishedInTasks, type Steps } from '../maths/steps.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { accessoriesPart } from './parts/accessories-part.ts';
import { beardPart } from './parts/beard-part.ts';
import { browsPart } from './parts/brows-part.ts';
import { clothesPart } from './parts/clothes-part.ts';
import { earsPart } from './parts/ears-part.ts';
import { eyesPart } from './parts/eyes-part.ts';
import { hairPart } from './parts/hair-part.ts';
import { mouthPart } from './parts/mouth-part.ts';
import { skinPart } from './parts/skin-part.ts';
import { personRig } from './person-rig.ts';
import { rigUniforms } from './rig-uniforms.ts';

/** What a stage shows. It takes frames. */
export interface Person {
  readonly group: Group;
  apply(frame: FaceFrame): void;
  /** Frees geometries, materials and textures. */
  dispose(): void;
}

export const personOf = (look: FaceLook): Person => finished(buildSteps(look));

/** The same in several tasks. The page can react to its visitor between them. */
export const personInSteps = (look: FaceLook): Promise<Person> => finishedInTasks(buildSteps(look));

function* buildSteps(look: FaceLook): Steps<Person> {
  const head = yield* headSteps(look);
  yield;
  const ears = earsMesh(head.form, head.loft);
  const rig = rigUniforms();
  const group = new Group();
  /** Rigid parts that move with the head. */
  const skull = new Group();
  const hair = yield* hairSteps(head.loft, look.hair.style);
  yield;
  const skin = skinPart(head, look, rig, hair?.field);
  yield;
  const eyes = eyesPart(head.form, look);
  const mouth = mouthPart(head.form);
  yield;
  const beard = beardMesh(head, look.facialHair.style, head.morphs);
  skull.add(eyes.group, mouth, accessoriesPart(accessoriesOf(look, head.form, ears), look.glasses.colour));
  group.add(skin, earsPart(ears, look, skin.material as ShaderMaterial), skull);
  yield;
  group.add(clothesPart(head.loft, look.clothes, rig));
  const brows = browsPart(browMesh(head, look.brows), look.brows.colour, rig);
  group.add(brows);
  const morphing = [skin, brows];
  if (beard) {
    const part = beardPart(beard, look.facialHair.colour, rig);
    morphing.push(part);
    group.add(part);
  }
  if (hair) group.add(hairPart(hair.mesh, look.hair.colour, rig));
  const apply = personRig({ rig, skull, eyes, mouth, morphing });
  return { group, apply, dispose: () => freeAll(group) };
}

/** Meshes share materials and geometries. Freeing one twice is harmless. */
export function freeAll(group: Group): void {
  group.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    const materials: Material[] = Array.isArray(part.material) ? part.material : [part.material];
    for (const material of materials) {
      for (const texture of texturesOf(material)) texture.dispose();
      material.dispose();
    }
  });
}

function texturesOf(material: Material): Texture[] {
  const uniforms =
    'uniforms' in material ? Object.values(material.uniforms as Record<string, { value: unknown }>) : [];
  const values = [...Object.values(material), ...uniforms.map(({ value }) => value)];
  return values.filter((value): value is Texture => Boolean((value as Texture | null)?.isTexture));
}
