import { type VRM, VRMLoaderPlugin } from '@pixiv/three-vrm';
import { LoadingManager } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { FaceError } from '../face-error.ts';
import type { Person } from '../scene/person.ts';
import { fetchModel } from './fetch-model.ts';
import { readGlb } from './glb.ts';
import { glbPerson } from './glb-person.ts';
import { imagePlugin } from './image-plugin.ts';
import { vrmPerson } from './vrm-person.ts';

/** Loads a customer's own VRM or GLB. It takes the same frames as a built-in face. */
export async function loadModel(address: string): Promise<Person> {
  const bytes = await fetchModel(address);
  readGlb(bytes);
  const model = await parse(bytes);
  const vrm = model.userData.vrm as VRM | undefined;
  return vrm ? vrmPerson(vrm) : glbPerson(model.scene);
}

async function parse(bytes: ArrayBuffer): Promise<GLTF> {
  const manager = new LoadingManager();
  // External URLs were refused before. If one remains, it must not load anything.
  manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : 'data:,'));
  const loader = new GLTFLoader(manager);
  loader.register((parser) => imagePlugin(parser));
  loader.register((parser) => new VRMLoaderPlugin(parser));
  try {
    return await loader.parseAsync(bytes, '');
  } catch (error) {
    throw new FaceError('model-invalid', 'The model cannot be used: the file is damaged.', error);
  }
}
