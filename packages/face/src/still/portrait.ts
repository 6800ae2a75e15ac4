import type { ExpressionWeights, expressionNames } from '../head/expressions.ts';
import { headForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { clamp } from '../maths/smooth.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { mouthWeights } from '../motion/mouth-weights.ts';
import { framingFor } from '../scene/framing.ts';
import { perspective, project } from './camera.ts';
import { drawBeard } from './draw-beard.ts';
import { drawBody } from './draw-body.ts';
import { drawEye, type EyePose } from './draw-eyes.ts';
import { drawEarrings, drawGlasses } from './draw-glasses.ts';
import { drawHair } from './draw-hair.ts';
import { drawHead } from './draw-head.ts';
import { drawMouth } from './draw-mouth.ts';
import type { FrontView } from './front-view.ts';
import { gradients, part, set } from './svg.ts';
import type { Tracing } from './tracing.ts';

/** A drawing that takes frames. */
export interface Portrait {
  readonly element: SVGSVGElement;
  frame(aspect: number): void;
  apply(frame: FaceFrame): void;
}

/** Features are drawn flat. This places and sizes them where the camera shows the front of the face. */
function atTheFront(): string {
  const front = 0.7;
  const [, middle] = project(0, 0, front);
  return `translate(0 ${(-100 * middle).toFixed(2)}) scale(${perspective(front).toFixed(4)})`;
}

export function portraitOf(look: FaceLook, tracing: Tracing): Portrait {
  const paints = gradients();
  const view: FrontView = { look, form: headForm(look), gradients: paints, tracing };
  const head = drawHead(view);
  const beard = drawBeard(view);
  const eyes = { left: drawEye(view, 1), right: drawEye(view, -1) };
  const mouth = drawMouth(view);
  const hair = drawHair(view);
  const flat = { transform: atTheFront() };
  const features = part('g', {}, [
    part('g', flat, [head.features]),
    ...(beard ? [beard.element] : []),
    part('g', flat, [mouth.element, eyes.left.element, eyes.right.element]),
    ...drawGlasses(view),
  ]);
  const behind = part('g', {}, [hair.behind]);
  const body = part('g', {}, [drawBody(view)]);
  const skull = part('g', {}, [head.behind, ...drawEarrings(view), head.face, features, hair.before]);
  const element = part('svg', { role: 'presentation', preserveAspectRatio: 'xMidYMid meet' }, [
    paints.definitions,
    behind,
    body,
    skull,
  ]);
  return {
    element,
    frame: (aspect) => {
      const { fieldOfView, distance, centreY } = framingFor(aspect);
      const height = 2 * distance * Math.tan((fieldOfView * Math.PI) / 360);
      const top = centreY + height / 2;
      set(element, {
        viewBox: [-50 * height * aspect, -100 * top, 100 * height * aspect, 100 * height].join(' '),
      });
    },
    apply: (frame) => {
      const weights = mouthWeights(frame.expressions, frame.mouth);
      const drop = mouth.apply(weights);
      head.openJaw(drop);
      beard?.openJaw(drop);
      eyes.left.apply(eyePose(frame, weights, 'Left'));
      eyes.right.apply(eyePose(frame, weights, 'Right'));
      const { pitch, yaw, roll } = frame.head;
      const size = 1 + 0.06 * frame.lean;
      const turn = `translate(${(26 * yaw).toFixed(2)} ${(20 * pitch).toFixed(2)}) rotate(${((180 / Math.PI) * roll).toFixed(2)} 0 110) scale(${size.toFixed(4)})`;
      set(skull, { transform: turn });
      set(behind, { transform: turn });
      // Features move further than the outline of the face, which looks like a turn of the head.
      set(features, { transform: `translate(${(34 * yaw).toFixed(2)} ${(26 * pitch).toFixed(2)})` });
      set(body, { transform: `translate(0 ${(-0.7 * frame.breath - 10 * frame.shoulders).toFixed(2)})` });
    },
  };
}

function eyePose(frame: FaceFrame, weights: ExpressionWeights, side: 'Left' | 'Right'): EyePose {
  const w = (name: (typeof expressionNames)[number]): number => clamp(weights[name] ?? 0, 0, 1);
  const down = clamp(-frame.gaze.y * 1.2, 0, 0.4);
  const squint = clamp(w('eyeSquint') + 0.8 * w(`cheekSquint${side}`), 0, 1);
  const [lower, raise] = [w(`browDown${side}`), w(`browOuterUp${side}`)];
  return {
    lids: { shut: Math.max(w(`eyeBlink${side}`), down), wide: w('eyeWide'), squint },
    gaze: frame.gaze,
    brow: { inner: 0.9 * w('browInnerUp') + 0.4 * raise - 0.7 * lower, outer: raise - 0.35 * lower },
  };
}
