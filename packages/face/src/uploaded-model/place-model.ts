import { Box3, DirectionalLight, Group, HemisphereLight, type Object3D, Vector3 } from 'three';

/** The height of the head and the position of its chin, as in the built-in faces. */
const headHeight = 2;
const chinY = -1;
/** A head bone sits at the base of the skull, a little above the chin. */
const boneAboveChin = 0.12;

/** Moves and scales a model of any size to where a built-in face would be. `bone` is its head bone, if it has one. */
export function placeModel(scene: Object3D, faceMesh: Object3D, bone: Object3D | undefined): Group {
  scene.updateMatrixWorld(true);
  const whole = new Box3().setFromObject(scene);
  const face = new Box3().setFromObject(faceMesh);
  const size = face.getSize(new Vector3());
  // A mesh that is much taller than wide is a whole body. The head is about 1/7.5 of its height.
  let height = size.y > 2.2 * size.x ? size.y / 7.5 : size.y;
  if (bone) height = (whole.max.y - bone.getWorldPosition(new Vector3()).y) / (1 - boneAboveChin);
  const chin = (bone ? whole : face).max.y - height;
  const share = headHeight / Math.max(height, 1e-3);
  const middle = face.getCenter(new Vector3());
  const holder = new Group();
  holder.add(scene);
  holder.scale.setScalar(share);
  holder.position.set(-middle.x * share, chinY - chin * share, -middle.z * share);
  return holder;
}

/** Lights for the model's materials. The built-in materials have their own lighting. */
export function modelLights(): Group {
  const lights = new Group();
  const sky = new HemisphereLight('#eef2f7', '#8a7f78', 1.5);
  const key = new DirectionalLight('#fff3e6', 2);
  key.position.set(-2.2, 2.5, 3.4);
  const rim = new DirectionalLight('#dfeaff', 1.2);
  rim.position.set(2.6, 1.8, -2.6);
  lights.add(sky, key, rim);
  return lights;
}
