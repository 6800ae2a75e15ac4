import type { FaceLook } from '../../packages/face/src/look/face-look.ts';
import type { FaceFrame } from '../../packages/face/src/motion/face-frame.ts';
import { framingFor } from '../../packages/face/src/scene/framing.ts';
import { personOf } from '../../packages/face/src/scene/person.ts';
import { createStage } from '../../packages/face/src/scene/stage.ts';
import { portraitOf } from '../../packages/face/src/still/portrait.ts';
import { trace } from '../../packages/face/src/trace/index.ts';

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

/** The flat drawing of the same person. */
export function drawFlat(look: FaceLook, frame: FaceFrame, size: Size, crop?: Crop): SVGSVGElement {
  const portrait = portraitOf(look, trace(look));
  portrait.frame(size.width / size.height);
  portrait.apply(frame);
  const { element } = portrait;
  if (crop) {
    const height = (crop.width * size.height) / size.width;
    const box = [crop.x - crop.width / 2, -crop.y - height / 2, crop.width, height].map((n) => 100 * n);
    element.setAttribute('viewBox', box.join(' '));
  }
  element.setAttribute('width', String(size.width));
  element.setAttribute('height', String(size.height));
  element.style.background = `linear-gradient(${look.background.top}, ${look.background.bottom})`;
  return element;
}
