import { Bone, BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicMaterial } from 'three';
import { describe, expect, it } from 'vitest';
import { stillFrame } from '../motion/face-frame.ts';
import { visemeList, visemePlans } from '../motion/visemes.ts';
import { glbPerson } from './glb-person.ts';
import { mapMorphs } from './morph-names.ts';
import { vrmWeights } from './vrm-person.ts';

function headWith(names: readonly string[]): { scene: Group; mesh: Mesh } {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([0, 1, 0, -1, 0, 0, 1, 0, 0]), 3));
  geometry.morphAttributes.position = names.map(() => new BufferAttribute(new Float32Array(9), 3));
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  mesh.morphTargetDictionary = Object.fromEntries(names.map((name, i) => [name, i]));
  mesh.morphTargetInfluences = names.map(() => 0);
  const scene = new Group();
  scene.add(mesh);
  return { scene, mesh };
}

describe('a customer’s own model', () => {
  it('moves its visemes if it has them', () => {
    const { scene, mesh } = headWith(visemeList.map((name) => `viseme_${name}`));
    glbPerson(scene).apply({ ...stillFrame, visemes: { aa: 0.7, PP: 0.2 } });
    expect(mesh.morphTargetInfluences?.[visemeList.indexOf('aa')]).toBe(0.7);
    expect(mesh.morphTargetInfluences?.[visemeList.indexOf('PP')]).toBe(0.2);
  });

  it('moves jaw and lips on both sides if it has only ARKit expressions', () => {
    const { scene, mesh } = headWith([
      'jawOpen',
      'mouthPucker',
      'mouthPressLeft',
      'mouthPressRight',
      'eyeBlink_L',
    ]);
    const person = glbPerson(scene);
    person.apply({ ...stillFrame, mouth: visemePlans.aa.shape });
    expect(mesh.morphTargetInfluences?.[0]).toBeGreaterThan(0.5);
    person.apply({ ...stillFrame, mouth: { ...visemePlans.PP.shape, jawOpen: 0.4 } });
    expect(mesh.morphTargetInfluences?.[0]).toBeLessThan(0.1);
    const { mouthPress } = visemePlans.PP.shape;
    expect(mesh.morphTargetInfluences?.slice(2, 4)).toEqual([mouthPress, mouthPress]);
    person.apply({ ...stillFrame, mouth: visemePlans.U.shape });
    expect(mesh.morphTargetInfluences?.[1]).toBeGreaterThan(0.8);
  });

  it('turns its head bone', () => {
    const { scene } = headWith(['jawOpen']);
    const bone = new Bone();
    bone.name = 'mixamorigHead';
    scene.add(bone);
    glbPerson(scene).apply({ ...stillFrame, head: { pitch: 0, yaw: 0.4, roll: 0 } });
    expect(bone.rotation.y).toBeCloseTo(0.4);
  });

  it('without a mouth is refused', () => {
    expect(() => glbPerson(headWith(['smileWithEars']).scene)).toThrow(/no mouth shapes/);
  });

  it('may spell the names in other ways', () => {
    expect(mapMorphs({ 'Viseme-AA': 0, v_PP: 1, 'viseme.oh': 2 }).visemes).toEqual({ aa: 0, PP: 1 });
  });
});

describe('a VRM', () => {
  it('shows vowels as its own five and shuts its mouth for P', () => {
    expect(vrmWeights({ ...stillFrame, visemes: { O: 1 } }).oh).toBe(1);
    const shut = vrmWeights({ ...stillFrame, visemes: { PP: 1 } });
    expect([shut.aa, shut.ih, shut.ou, shut.ee, shut.oh]).toEqual([0, 0, 0, 0, 0]);
  });
});
