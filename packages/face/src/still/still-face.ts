import type { FaceLook } from '../look/face-look.ts';
import { createBehaviour } from '../motion/behaviour.ts';
import { type FaceFrame, stillFrame } from '../motion/face-frame.ts';
import { type UncheckedFaceCommands, uncheckedCommands } from '../motion/unchecked-commands.ts';
import { renderLoop } from '../scene/render-loop.ts';
import { portraitOf } from './portrait.ts';
import type { Tracing } from './tracing.ts';

export interface StillFaceOptions {
  readonly container: HTMLElement;
  readonly look: FaceLook;
  /** The outlines of the look for a drawing, or a picture to show instead. The mouth of a picture does not move. */
  readonly source: Tracing | HTMLCanvasElement;
  /** False for a portrait in a list: one frame, and no work after it. The default is true. */
  readonly moves?: boolean;
}

export interface StillFace extends UncheckedFaceCommands {
  /** A CSS colour, or `default` for the look's own background. */
  setBackground(colour: string): void;
  stats(): { isRunning: boolean; frames: number; visemes: FaceFrame['visemes'] };
  dispose(): void;
}

/** Often enough for lips and cheap enough for slow machines. */
const frameMs = 40;

/** A flat drawing of the same person that speaks, blinks and looks around. It is used when 3D is not available. */
export function createStillFace({ container, look, source, moves = true }: StillFaceOptions): StillFace {
  const behaviour = createBehaviour({
    random: Math.random,
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  const picture = source instanceof HTMLCanvasElement ? source : undefined;
  const portrait = source instanceof HTMLCanvasElement ? undefined : portraitOf(look, source);
  const shown = picture ?? portrait?.element ?? container;
  fill(shown, look);
  let last = stillFrame;
  let lastMs = Number.NEGATIVE_INFINITY;
  let frames = 0;
  portrait?.apply(last);
  const resize = (): void =>
    portrait?.frame(Math.max(1, container.clientWidth) / Math.max(1, container.clientHeight));
  container.append(shown);
  resize();
  const observer = new ResizeObserver(resize);
  observer.observe(container);
  const loop = renderLoop(shown, (nowMs) => {
    if (nowMs - lastMs < frameMs) return;
    lastMs = nowMs;
    frames++;
    last = behaviour.frame(nowMs);
    portrait?.apply(last);
  });
  if (moves) loop.start();
  return {
    ...uncheckedCommands(behaviour),
    setBackground: (colour) => {
      if (colour === 'default') shown.style.background = backgroundOf(look);
      else if (CSS.supports('color', colour)) shown.style.background = colour;
    },
    stats: () => ({ isRunning: loop.isRunning, frames, visemes: last.visemes }),
    dispose: () => {
      loop.dispose();
      observer.disconnect();
      shown.remove();
    },
  };
}

function fill(shown: HTMLElement | SVGElement, look: FaceLook): void {
  Object.assign(shown.style, {
    display: 'block',
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    background: backgroundOf(look),
  });
}

const backgroundOf = ({ background }: FaceLook): string =>
  [
    'radial-gradient(circle at 50% 44%, transparent 45%, rgb(0 0 0 / 0.09))',
    'radial-gradient(circle at 50% 44%, rgb(255 255 255 / 0.28), transparent 62%)',
    `linear-gradient(${background.top}, ${background.bottom})`,
  ].join(', ');
