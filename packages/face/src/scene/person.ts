import { Group, type Material, Mesh, type Object3D, type Texture } from 'three';
import { type Accessories, accessoriesOf } from '../accessories/accessories-mesh.ts';
import { clothesMesh } from '../clothes/clothes-mesh.ts';
import { beardMesh } from '../hair/beard-mesh.ts';
import { type HairMesh, hairSteps } from '../hair/hair-mesh.ts';
import { browMesh } from '../head/brows/brow-mesh.ts';
import { earsMesh } from '../head/ears.ts';
import { headSteps } from '../head/head-mesh.ts';
import { innerMesh } from '../head/mouth/inner-mesh.ts';
import type { FaceLook } from '../look/face-look.ts';
import { finished, finishedInTasks, type Steps } from '../maths/steps.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { bakedLightSteps } from './baked-light.ts';
import { eyesPart } from './eyes-part.ts';
import { lensMaterial, solidMaterial } from './materials/accessory-materials.ts';
import { clothMaterial } from './materials/cloth-material.ts';
import { hairMaterial } from './materials/hair-material.ts';
import { mouthMaterial } from './materials/mouth-material.ts';
import { strandTexture } from './materials/strand-texture.ts';
import { partOf } from './part.ts';
import { personRig } from './person-rig.ts';
import { rigUniforms } from './rig.ts';
import { skinParts } from './skin-part.ts';

/** What a stage shows. It takes frames. */
export interface Person {
  readonly group: Group;
  /** The eyeballs, if they are parts of their own. */
  readonly eyes?: Object3D;
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
  const hair = yield* hairSteps(head.loft, look.hair.style);
  yield;
  const beard = beardMesh(head, look.facialHair.style, head.morphs);
  yield;
  const brows = browMesh(head, look.brows);
  const cloth = clothesMesh(head.loft, look.clothes.kind);
  const solid = [head, ears, cloth, ...(hair ? [hair] : [])];
  const lightOn = yield* bakedLightSteps(solid, [...solid, brows, ...(beard ? [beard] : [])]);
  const rig = rigUniforms();
  const strands = strandTexture();
  const skinLight = { skin: lightOn(head), ears: lightOn(ears) };
  const skin = skinParts(head, ears, look, { rig, strands, light: skinLight });
  yield;
  const eyes = eyesPart(head.form, look);
  const inner = innerMesh(head.form);
  const mouth = partOf(inner, { colour: inner.colours }, mouthMaterial());
  /** Rigid parts that move with the head. */
  const skull = new Group();
  skull.add(eyes.group, mouth, ...accessoryParts(accessoriesOf(look, head.form, ears), look));
  yield;
  const { dye, shade } = cloth;
  const dyed = { dye, shade, ...lightOn(cloth), rig: cloth.rig };
  const clothes = partOf(cloth, dyed, clothMaterial(rig, strands, look.clothes));
  const hairPart = (mesh: HairMesh, colour: string): Mesh => {
    const { flow, shade, strand } = mesh;
    const attributes = { flow, shade, strand, ...lightOn(mesh), rig: mesh.rig };
    const part = partOf(mesh, attributes, hairMaterial(rig, strands, colour, mesh.soft));
    part.renderOrder = 1;
    return part;
  };
  const morphing = [skin.skin, hairPart(brows, look.brows.colour)];
  if (beard) morphing.push(hairPart(beard, look.facialHair.colour));
  const group = new Group();
  group.add(skin.ears, skull, clothes, ...morphing);
  if (hair) group.add(hairPart(hair, look.hair.colour));
  const apply = personRig({ rig, skull, eyes, mouth, morphing });
  return { group, eyes: eyes.group, apply, dispose: () => freeAll(group) };
}

function accessoryParts({ solid, lenses }: Accessories, look: FaceLook): Mesh[] {
  const parts: Mesh[] = [];
  if (solid) parts.push(partOf(solid, { gold: solid.gold }, solidMaterial(look.glasses.colour)));
  if (lenses) {
    const part = partOf(lenses, {}, lensMaterial());
    part.renderOrder = 2;
    parts.push(part);
  }
  return parts;
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
