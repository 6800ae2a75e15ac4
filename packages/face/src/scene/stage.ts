import { Group, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { FaceError } from '../face-error.ts';
import type { FaceLook } from '../look/face-look.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { moodOf } from '../motion/face-weights.ts';
import { background } from './background.ts';
import { framingFor } from './framing.ts';
import { freeAll, type Person } from './person.ts';

export type Stage = ReturnType<typeof createStage>;

/** Canvas, camera and light around one person. */
export function createStage(canvas: HTMLCanvasElement) {
  const renderer = rendererOn(canvas);
  const scene = new Scene();
  const camera = new PerspectiveCamera();
  const behind = background();
  const backdrop = new Group();
  backdrop.add(behind.mesh);
  scene.add(backdrop);
  let person: Person | undefined;
  /** People are freed after their successor is drawn. Before that, shared shader programs would be compiled again. */
  const replaced: Person[] = [];
  return {
    renderer,
    /** Replaces the current person. */
    show: (next: Person): void => {
      scene.add(next.group);
      if (person) {
        scene.remove(person.group);
        replaced.push(person);
      }
      person = next;
    },
    /** `undefined` makes the background transparent. */
    paintBackground: (colours: FaceLook['background'] | undefined): void => {
      behind.mesh.visible = colours !== undefined;
      if (colours) behind.paint(colours.top, colours.bottom);
    },
    resize: (width: number, height: number, pixelRatio: number): void => {
      renderer.setPixelRatio(pixelRatio);
      renderer.setSize(width, height, false);
      const { fieldOfView, distance, centreY } = framingFor(width / height);
      camera.fov = fieldOfView;
      camera.aspect = width / height;
      camera.near = distance - 3;
      camera.far = distance + 3;
      camera.position.set(0, centreY + 0.12, distance);
      camera.lookAt(0, centreY, 0);
      camera.updateProjectionMatrix();
    },
    render: (frame: FaceFrame): void => {
      person?.apply(frame);
      behind.light(camera.aspect, moodOf(frame));
      renderer.info.reset();
      renderer.render(scene, camera);
      for (const before of replaced.splice(0)) before.dispose();
    },
    dispose: (): void => {
      for (const before of replaced.splice(0)) before.dispose();
      person?.dispose();
      freeAll(backdrop);
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** Requests the context itself, because three.js would write to the console before it throws. */
function rendererOn(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true, powerPreference: 'default' });
  if (!context) throw new FaceError('webgl-missing', 'This browser offers no WebGL 2.');
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: true });
  renderer.info.autoReset = false;
  return renderer;
}
