import { framingFor } from '../scene/framing.ts';

const camera = framingFor(1);
const cameraY = camera.centreY + 0.12;

/** How much larger the camera shows a point that is nearer than the middle of the head. */
export const perspective = (z: number): number => camera.distance / (camera.distance - z);

/** Where the camera shows a point. */
export const project = (x: number, y: number, z: number): readonly [x: number, y: number] => {
  const size = perspective(z);
  return [x * size, cameraY + (y - cameraY) * size];
};
