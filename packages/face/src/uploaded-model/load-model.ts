import { type VRM, VRMLoaderPlugin } from '@pixiv/three-vrm';
import { LoadingManager } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { FaceError } from '../face-error.ts';
import type { Person } from '../scene/person.ts';
import { readGlb } from './glb.ts';
import { glbPerson } from './glb-person.ts';
import { imagePlugin } from './image-plugin.ts';
import { modelLimits } from './model-limits.ts';
import { vrmPerson } from './vrm-person.ts';

/** Loads a customer's own VRM or GLB. It takes the same frames as a built-in face. */
export async function loadModel(address: string): Promise<Person> {
  const bytes = await fetchModel(address);
  readGlb(bytes);
  const model = await parse(bytes);
  const vrm = model.userData.vrm as VRM | undefined;
  return vrm ? vrmPerson(vrm) : glbPerson(model.scene);
}

/** Fetches a model from the page's own origin. Larger files than the limit are refused. */
async function fetchModel(address: string): Promise<ArrayBuffer> {
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin)
    throw new FaceError(
      'model-other-origin',
      `Models are loaded from ${location.origin} only, not from ${url.origin}.`,
    );
  const response = await fetch(url, { redirect: 'error' }).catch((error: unknown) => {
    throw new FaceError('model-unreachable', 'Could not load the model.', error);
  });
  if (!response.ok || !response.body)
    throw new FaceError('model-unreachable', `Could not load the model: status ${response.status}.`);
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let left: number = modelLimits.bytes;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    left -= next.value.byteLength;
    if (left < 0) {
      void reader.cancel().catch(() => undefined);
      const maxMb = modelLimits.bytes / 1024 / 1024;
      throw new FaceError('model-too-large', `The model is too large: more than ${maxMb} MB.`);
    }
    parts.push(next.value);
  }
  return new Blob(parts).arrayBuffer();
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
