import { seededRandom } from '../../packages/face/src/maths/random.ts';
import { createBehaviour } from '../../packages/face/src/motion/behaviour.ts';
import { emotionPoses } from '../../packages/face/src/motion/emotions.ts';
import { type FaceFrame, stillFrame } from '../../packages/face/src/motion/face-frame.ts';
import { type FaceMode, modeStyles } from '../../packages/face/src/motion/modes.ts';
import { type Viseme, visemePlans } from '../../packages/face/src/motion/visemes.ts';
import type { Emotion } from '../../packages/protocol/src/index.ts';

/** A pose of the contact sheets: a mode of the face, and for `talking` the mouth shape in the middle of a word. */
export interface SheetPose {
  readonly title: string;
  readonly mode: FaceMode;
  readonly viseme?: Viseme;
}

export const sheetPoses: readonly SheetPose[] = [
  { title: 'rest', mode: 'idle' },
  { title: 'listening', mode: 'listening' },
  { title: 'thinking', mode: 'thinking' },
  { title: 'speaking', mode: 'talking', viseme: 'aa' },
];

const settledMs = 4000;
const frameMs = 16;

/** What the face shows once it has settled in the pose, with open eyes. */
export function frameOf({ mode, viseme }: SheetPose): FaceFrame {
  const behaviour = createBehaviour({ random: seededRandom(11), movement: 'lively' });
  behaviour.setMode(mode);
  if (viseme) behaviour.speak([{ viseme, startMs: 0, durationMs: 300 }], () => 150);
  let nowMs = 0;
  let frame = behaviour.frame(nowMs);
  while (nowMs < settledMs || (frame.expressions.eyeBlinkLeft ?? 0) > 0.02) {
    nowMs += frameMs;
    frame = behaviour.frame(nowMs);
  }
  return frame;
}

/** One mouth shape at full weight, together with speech and an emotion. */
export const visemeFrame = (viseme: Viseme, emotion: Emotion = 'neutral'): FaceFrame => ({
  ...stillFrame,
  expressions: { ...modeStyles.talking.expressions, ...emotionPoses[emotion].expressions },
  visemes: { [viseme]: 1 },
  mouth: visemePlans[viseme].shape,
});

/** The poses in which 3D and pictures are compared. */
export const bothPoses: readonly (readonly [string, FaceFrame])[] = [
  ['rest', { ...stillFrame, expressions: modeStyles.idle.expressions }],
  ...(['PP', 'FF', 'aa', 'E', 'O', 'U'] as const).map((viseme) => [viseme, visemeFrame(viseme)] as const),
  ...(['happy', 'sad', 'surprised', 'concerned'] as const).map((emotion) => {
    const { expressions, pitch, roll } = emotionPoses[emotion];
    return [emotion, { ...stillFrame, expressions, head: { pitch, yaw: 0, roll } }] as const;
  }),
];
