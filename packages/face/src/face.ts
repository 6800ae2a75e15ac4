import type { Emotion, Gesture, LookTarget } from '@parley/protocol';
import { FaceError } from './face-error.ts';
import { checkLook, type FaceLook } from './look/face-look.ts';
import { presets } from './look/presets.ts';
import { seededRandom } from './maths/random.ts';
import { createBehaviour } from './motion/behaviour.ts';
import type { FaceFrame } from './motion/face-frame.ts';
import type { FaceMode } from './motion/modes.ts';
import type { PlaybackClock } from './motion/mouth.ts';
import type { TimedViseme } from './motion/mouth-track.ts';
import type { VisemeWeights } from './motion/visemes.ts';
import { paintColour } from './scene/materials/paint-colour.ts';
import { type Person, personInSteps } from './scene/person.ts';
import { pixelRatioChooser } from './scene/pixel-ratio.ts';
import { renderLoop } from './scene/render-loop.ts';
import { createStage } from './scene/stage.ts';

export interface FaceOptions {
  /** The element to fill with a canvas, or the canvas itself. */
  readonly container?: HTMLElement;
  readonly canvas?: HTMLCanvasElement;
  readonly look?: FaceLook;
  /** URL of a VRM or GLB on the page's own origin. It replaces the look, except for the background. */
  readonly model?: string;
  /** The default is the visitor's system setting. */
  readonly reducedMotion?: boolean;
  /** Below this frame rate the face fails with `too-slow`, once the resolution is already at its lowest. */
  readonly minFps?: number;
  readonly seed?: number;
}

export interface FaceStats {
  readonly isRunning: boolean;
  readonly frames: number;
  readonly fps: number | undefined;
  readonly drawCalls: number;
  readonly triangles: number;
  readonly geometries: number;
  readonly textures: number;
  readonly pixelRatio: number;
  /** The current mouth shape. */
  readonly visemes: VisemeWeights;
}

export interface Face {
  readonly canvas: HTMLCanvasElement;
  setMode(mode: FaceMode): void;
  setEmotion(emotion: Emotion, intensity?: number): void;
  gesture(name: Gesture, times?: number): void;
  look(at: LookTarget): void;
  /** Moves the mouth along the track. `clock` returns how much of the sound has been played. */
  speak(track: readonly TimedViseme[], clock: PlaybackClock): void;
  stopSpeaking(): void;
  /** Shows another look as soon as it is built. */
  setLook(look: FaceLook): void;
  /** Sets any CSS colour, or `default` for the look's own background. An invalid colour changes nothing. */
  setBackground(colour: string): void;
  /** Adopts the size of the container. It is called automatically when the size changes. */
  resize(): void;
  start(): void;
  stop(): void;
  captureStill(): Promise<Blob>;
  /** Called once when the face can no longer be shown. Returns a function that removes the listener. */
  onFailure(listener: (error: FaceError) => void): () => void;
  stats(): FaceStats;
  dispose(): void;
}

/** A single slow moment, such as the layout of a large page, is not a failure. */
const slowWindows = 2;

/** Shows a face and starts drawing. Rejects with a `FaceError` if that is not possible. */
export async function createFace(options: FaceOptions): Promise<Face> {
  let look = validLook(options.look ?? presets.mara);
  const canvas = options.canvas ?? document.createElement('canvas');
  const stage = createStage(canvas);
  const undo: (() => void)[] = [() => stage.dispose()];
  const disposeAll = (): void => {
    for (const step of undo.splice(0).reverse()) step();
  };
  try {
    stage.show(await (options.model === undefined ? personInSteps(look) : modelPerson(options.model)));
  } catch (error) {
    disposeAll();
    throw error;
  }
  stage.paintBackground(look.background);
  const behaviour = createBehaviour({
    random: seededRandom(options.seed ?? Math.floor(Math.random() * 2 ** 31)),
    reducedMotion: options.reducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  const pixels = pixelRatioChooser(globalThis.devicePixelRatio || 1, options.minFps);
  const listeners = new Set<(error: FaceError) => void>();
  let last: FaceFrame | undefined;
  let frames = 0;
  let hasFailed = false;

  const fail = (error: FaceError): void => {
    if (hasFailed) return;
    hasFailed = true;
    loop.stop();
    for (const listener of listeners) listener(error);
  };
  const draw = (nowMs: number): void => {
    last = behaviour.frame(nowMs);
    stage.render(last);
    frames++;
    if (pixels.frame(nowMs)) resize();
    if (pixels.slowWindows >= slowWindows)
      fail(new FaceError('too-slow', 'This machine draws the face too slowly.'));
  };
  const resize = (): void => {
    const box = options.container ?? canvas;
    const [width, height] = [Math.max(1, box.clientWidth), Math.max(1, box.clientHeight)];
    stage.resize(width, height, pixels.ratio);
  };
  /** A look is not shown if it was replaced while it was built, or if its face is disposed. */
  const showPerson = async (wanted: FaceLook): Promise<void> => {
    const person = await personInSteps(wanted);
    if (look === wanted && undo.length > 0) stage.show(person);
    else person.dispose();
  };
  const onLost = (event: Event): void => {
    event.preventDefault();
    fail(new FaceError('webgl-lost', 'The graphics context was lost.'));
  };

  if (options.container) {
    canvas.style.display = 'block';
    canvas.style.width = '100%';
    canvas.style.height = '100%';
    options.container.append(canvas);
    undo.push(() => canvas.remove());
  }
  resize();
  const loop = renderLoop(canvas, draw, () => pixels.restart());
  const observer = new ResizeObserver(() => resize());
  observer.observe(options.container ?? canvas);
  canvas.addEventListener('webglcontextlost', onLost);
  undo.push(
    () => loop.dispose(),
    () => observer.disconnect(),
    () => canvas.removeEventListener('webglcontextlost', onLost),
    () => listeners.clear(),
  );
  loop.start();

  return {
    canvas,
    setMode: behaviour.setMode,
    setEmotion: (emotion, intensity = 1) => behaviour.setEmotion(emotion, intensity),
    gesture: (name, times = 1) => behaviour.gesture(name, times),
    look: behaviour.look,
    speak: behaviour.speak,
    stopSpeaking: behaviour.stopSpeaking,
    setLook: (next) => {
      const wanted = validLook(next);
      look = wanted;
      stage.paintBackground(look.background);
      if (options.model === undefined) void showPerson(wanted);
    },
    setBackground: (colour) => {
      if (colour === 'default') stage.paintBackground(look.background);
      else if (CSS.supports('color', colour)) paintColour(stage, canvas, colour);
    },
    resize,
    start: () => {
      if (!hasFailed) loop.start();
    },
    stop: () => loop.stop(),
    captureStill: () => {
      draw(performance.now());
      return blobOf(canvas);
    },
    onFailure: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stats: () => ({
      isRunning: loop.isRunning,
      frames,
      fps: pixels.fps,
      drawCalls: stage.renderer.info.render.calls,
      triangles: stage.renderer.info.render.triangles,
      geometries: stage.renderer.info.memory.geometries,
      textures: stage.renderer.info.memory.textures,
      pixelRatio: pixels.ratio,
      visemes: last?.visemes ?? {},
    }),
    dispose: disposeAll,
  };
}

function validLook(look: FaceLook): FaceLook {
  const checked = checkLook(look);
  if (checked.ok) return checked.look;
  throw new FaceError('look-invalid', checked.complaints.join(' '));
}

/** Loaded only when needed: most avatars have a built-in face. */
async function modelPerson(url: string): Promise<Person> {
  const { loadModel } = await import('./model/load-model.ts');
  return loadModel(url);
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))),
      'image/png',
    ),
  );
