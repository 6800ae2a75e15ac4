import { FaceError } from './face-error.ts';
import type { FaceLook } from './look/face-look.ts';
import { createBehaviour } from './motion/behaviour.ts';
import type { FaceFrame } from './motion/face-frame.ts';
import { type Movement, movementFor } from './motion/movement.ts';
import { personInSteps } from './scene/person.ts';
import { pixelRatioChooser } from './scene/pixel-ratio.ts';
import { renderLoop } from './scene/render-loop.ts';
import { createStage, type Stage } from './scene/stage.ts';
import { modelPerson } from './uploaded-model/model-person.ts';

interface FaceOptions {
  /** The element to fill with a canvas. */
  readonly container: HTMLElement;
  readonly look: FaceLook;
  /** URL of a VRM or GLB on the page's own origin. It replaces the look, except for the background. */
  readonly model?: string;
  readonly movement?: Movement | undefined;
  /** Below this frame rate the face fails with `too-slow`, once the resolution is already at its lowest. */
  readonly minFps?: number;
}

/** A single slow moment, such as the layout of a large page, is not a failure. */
const slowWindows = 2;

/** Shows a face and starts drawing. Rejects with a `FaceError` if that is not possible. */
export async function createFace({ container, look, model, movement, minFps }: FaceOptions) {
  const canvas = document.createElement('canvas');
  const stage = createStage(canvas);
  try {
    stage.show(await (model === undefined ? personInSteps(look) : modelPerson(model)));
  } catch (error) {
    stage.dispose();
    throw error;
  }
  stage.paintBackground(look.background);
  const { frame, ...commands } = createBehaviour({
    random: Math.random,
    movement: movementFor(movement, matchMedia('(prefers-reduced-motion: reduce)').matches),
  });
  const pixels = pixelRatioChooser(globalThis.devicePixelRatio || 1, minFps);
  let listener: ((error: FaceError) => void) | undefined;
  let last: FaceFrame | undefined;
  let frames = 0;
  let hasFailed = false;
  let isDisposed = false;

  const fail = (error: FaceError): void => {
    if (hasFailed) return;
    hasFailed = true;
    loop.stop();
    listener?.(error);
  };
  /** A resized canvas is empty. It is drawn in the same task, so that no empty frame is shown. */
  const resize = (): void => {
    stage.resize(Math.max(1, container.clientWidth), Math.max(1, container.clientHeight), pixels.ratio);
    if (last !== undefined) stage.render(last);
  };
  const draw = (nowMs: number): void => {
    last = frame(nowMs);
    stage.render(last);
    frames++;
    if (pixels.frame(nowMs)) resize();
    if (pixels.slowWindows >= slowWindows)
      fail(new FaceError('too-slow', 'This machine draws the face too slowly.'));
  };
  const onLost = (event: Event): void => {
    event.preventDefault();
    fail(new FaceError('webgl-lost', 'The graphics context was lost.'));
  };

  Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%' });
  container.append(canvas);
  resize();
  const loop = renderLoop(canvas, draw, () => pixels.restart());
  const observer = new ResizeObserver(resize);
  observer.observe(container);
  canvas.addEventListener('webglcontextlost', onLost);
  loop.start();

  return {
    ...commands,
    canvas,
    /** Sets any CSS colour, or `default` for the look's own background. An invalid colour changes nothing. */
    setBackground: (colour: string): void => {
      if (colour === 'default') stage.paintBackground(look.background);
      else if (CSS.supports('color', colour)) paintColour(stage, canvas, colour);
    },
    /** The listener is called once, when the face can no longer be shown. */
    onFailure: (next: (error: FaceError) => void): void => {
      listener = next;
    },
    /** Statistics for measurements and tests. `visemes` is the current mouth shape. */
    stats: () => ({
      isRunning: loop.isRunning,
      frames,
      drawCalls: stage.renderer.info.render.calls,
      triangles: stage.renderer.info.render.triangles,
      geometries: stage.renderer.info.memory.geometries,
      textures: stage.renderer.info.memory.textures,
      visemes: last?.visemes ?? {},
    }),
    dispose: (): void => {
      if (isDisposed) return;
      isDisposed = true;
      canvas.removeEventListener('webglcontextlost', onLost);
      observer.disconnect();
      loop.dispose();
      canvas.remove();
      stage.dispose();
    },
  };
}

/** Paints one CSS colour behind the person. The scene has only opaque colours. Others become the canvas background. */
function paintColour(stage: Stage, canvas: HTMLCanvasElement, colour: string): void {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush !== null) brush.fillStyle = colour;
  const plain = brush?.fillStyle ?? '';
  const isOpaque = typeof plain === 'string' && plain.startsWith('#');
  stage.paintBackground(isOpaque ? { top: plain, bottom: plain } : undefined);
  canvas.style.background = isOpaque ? '' : colour;
}
