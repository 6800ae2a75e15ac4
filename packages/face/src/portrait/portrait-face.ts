import type { FaceLook } from '../look/face-look.ts';
import { createBehaviour } from '../motion/behaviour.ts';
import { type FaceFrame, stillFrame } from '../motion/face-frame.ts';
import { moodOf } from '../motion/face-weights.ts';
import { type Movement, movementFor } from '../motion/movement.ts';
import { type UncheckedFaceCommands, uncheckedCommands } from '../motion/unchecked-commands.ts';
import { framingFor } from '../scene/framing.ts';
import { renderLoop } from '../scene/render-loop.ts';
import { backdropPainter } from './backdrop.ts';
import { type Box, person, pixelsPerUnit, topY, usualHeight } from './layout.ts';
import { type Portrait, stillPortrait } from './portrait.ts';

export interface PortraitFaceOptions {
  readonly container: HTMLElement;
  readonly background: FaceLook['background'];
  /** The pictures of the person, or a last frame of the 3D face that does not move. */
  readonly portrait: Portrait | HTMLCanvasElement;
  readonly movement?: Movement | undefined;
}

export interface PortraitFace extends UncheckedFaceCommands {
  /** A CSS colour, or `default` for the look's own background. */
  setBackground(colour: string): void;
  stats(): { isRunning: boolean; frames: number; visemes: FaceFrame['visemes'] };
  dispose(): void;
}

/** Often enough for lips and cheap enough for slow machines. */
const frameMs = 32;
/** The lips begin to move at most this late. */
const longestFrameMs = 66;

/** While nothing is said, a slow machine draws less often: hearing the visitor needs the processor. */
export const nextFrameMs = (drawMs: number, isSpeaking: boolean): number =>
  isSpeaking ? frameMs : Math.min(longestFrameMs, Math.max(frameMs, 4 * drawMs));

/** Shows pictures of the 3D person that speak, blink and look around. It is used where 3D is not available. */
export function createPortraitFace({
  container,
  background,
  portrait,
  movement,
}: PortraitFaceOptions): PortraitFace {
  const behaviour = createBehaviour({
    random: Math.random,
    movement: movementFor(movement, matchMedia('(prefers-reduced-motion: reduce)').matches),
  });
  const { canvas, draw, viseme, moves } =
    portrait instanceof HTMLCanvasElement ? stillPortrait(portrait) : portrait;
  const holder = document.createElement('div');
  const backdrop = document.createElement('canvas');
  const paint = backdropPainter(backdrop, background);
  // A page may fit its canvases in another way. Then its own colour would show at the edges.
  const fill = { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'fill' };
  Object.assign(holder.style, { position: 'relative', overflow: 'hidden', width: '100%', height: '100%' });
  Object.assign(backdrop.style, fill);
  Object.assign(canvas.style, { ...fill, objectFit: 'cover' });
  holder.dataset.part = 'portrait';
  holder.append(backdrop, canvas);
  let last = stillFrame;
  let lastMs = Number.NEGATIVE_INFINITY;
  let frames = 0;
  let pauseMs = frameMs;
  let [aspect, mood] = [1, 0];
  draw(last);
  const resize = (): void => {
    const [width, height] = [Math.max(1, container.clientWidth), Math.max(1, container.clientHeight)];
    const { x, y, ...size } = placeIn(width, height);
    // In a page that is written from right to left, `right` would win.
    const place = {
      left: `${x}px`,
      right: 'auto',
      top: `${y}px`,
      width: `${size.width}px`,
      height: `${size.height}px`,
    };
    if (canvas !== portrait) Object.assign(canvas.style, place);
    aspect = width / height;
    light(Number.NaN);
  };
  /** Small changes of the light behind the person are not visible. */
  const light = (shown: number): void => {
    const next = Math.round(20 * moodOf(last)) / 20;
    if (next !== shown) paint(aspect, next);
    mood = next;
  };
  container.append(holder);
  resize();
  const observer = new ResizeObserver(resize);
  observer.observe(container);
  const loop = renderLoop(holder, (nowMs) => {
    if (nowMs - lastMs < pauseMs) return;
    lastMs = nowMs;
    frames++;
    last = behaviour.frame(nowMs);
    const beganMs = performance.now();
    draw(last);
    pauseMs = nextFrameMs(performance.now() - beganMs, viseme() !== 'sil');
    // Says which mouth shape is shown.
    if (holder.dataset.mouth !== viseme()) holder.dataset.mouth = viseme();
    light(mood);
  });
  if (moves) loop.start();
  return {
    ...uncheckedCommands(behaviour),
    setBackground: (colour) => {
      if (colour !== 'default' && !CSS.supports('color', colour)) return;
      backdrop.hidden = colour !== 'default';
      backdrop.style.display = backdrop.hidden ? 'none' : 'block';
      holder.style.background = backdrop.hidden ? colour : '';
    },
    stats: () => ({ isRunning: loop.isRunning, frames, visemes: last.visemes }),
    dispose: () => {
      loop.dispose();
      observer.disconnect();
      holder.remove();
    },
  };
}

/** The box in which the person is where the 3D face would be. */
export function placeIn(width: number, height: number): Box {
  const { distance, centreY } = framingFor(width / height);
  const scale = (height * framingFor(1).distance) / (distance * usualHeight);
  return {
    x: (width - scale * person.width) / 2,
    y: height / 2 - scale * (topY - centreY) * pixelsPerUnit,
    width: scale * person.width,
    height: scale * person.height,
  };
}
