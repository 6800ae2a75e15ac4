import type { FaceLook } from '../../packages/face/src/look/face-look.ts';
import type { FaceFrame } from '../../packages/face/src/motion/face-frame.ts';
import { moodOf } from '../../packages/face/src/motion/face-weights.ts';
import { backdropPainter } from '../../packages/face/src/portrait/backdrop.ts';
import type { Portrait } from '../../packages/face/src/portrait/portrait.ts';
import { placeIn } from '../../packages/face/src/portrait/portrait-face.ts';
import { framingFor } from '../../packages/face/src/scene/framing.ts';
import { personOf } from '../../packages/face/src/scene/person.ts';
import { createStage } from '../../packages/face/src/scene/stage.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of the picture in head units: its middle and its width. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const mouthCrop: Crop = { x: 0, y: -0.58, width: 0.86 };
/** The distance of the lips from the middle of the head, towards the camera. */
const lipsZ = 0.8;

const stageCanvas = document.createElement('canvas');
const stage = createStage(stageCanvas);
let shown: FaceLook | undefined;

/** The 3D face as a picture. One stage draws all of them, because a browser has few WebGL contexts. */
export function draw3d(look: FaceLook, frame: FaceFrame, size: Size, crop?: Crop): HTMLCanvasElement {
  if (shown !== look) {
    stage.show(personOf(look));
    stage.paintBackground(look.background);
    shown = look;
  }
  const copy = document.createElement('canvas');
  copy.width = size.width;
  copy.height = size.height;
  const brush = copy.getContext('2d');
  if (!crop) {
    stage.resize(size.width, size.height, 1);
    stage.renderer.setScissorTest(false);
    stage.render(frame);
    brush?.drawImage(stageCanvas, 0, 0);
    return copy;
  }
  const { centreY, distance, fieldOfView } = framingFor(1);
  const seen = 2 * (distance - lipsZ) * Math.tan((fieldOfView * Math.PI) / 360);
  const whole = Math.round((size.width * seen) / crop.width);
  stage.resize(whole, whole, 1);
  const left = Math.round(whole / 2 + (crop.x / seen) * whole - size.width / 2);
  const top = Math.round(whole / 2 - ((crop.y - centreY) / seen) * whole - size.height / 2);
  // WebGL counts from the bottom.
  stage.renderer.setScissor(left, whole - top - size.height, size.width, size.height);
  stage.renderer.setScissorTest(true);
  stage.render(frame);
  brush?.drawImage(stageCanvas, -left, -top);
  return copy;
}

/** The pictures of the same person, as where there is no 3D. */
export function drawPictures(
  portrait: Portrait,
  look: FaceLook,
  frame: FaceFrame,
  size: Size,
): HTMLCanvasElement {
  const [copy, backdrop] = [document.createElement('canvas'), document.createElement('canvas')];
  Object.assign(copy, size);
  backdropPainter(backdrop, look.background)(size.width / size.height, moodOf(frame));
  portrait.draw(frame);
  const { x, y, width, height } = placeIn(size.width, size.height);
  const brush = copy.getContext('2d');
  if (!brush) return copy;
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(backdrop, 0, 0, size.width, size.height);
  brush.drawImage(portrait.canvas, x, y, width, height);
  return copy;
}
