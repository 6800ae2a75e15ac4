import type { ExpressionWeights } from '../head/expressions.ts';
import { type FaceFrame, stillFrame } from '../motion/face-frame.ts';
import { type FaceWeights, faceWeights, moodOf } from '../motion/face-weights.ts';
import { type Viseme, visemePlans } from '../motion/visemes.ts';
import shapes from './shapes.json' with { type: 'json' };

type Mood = keyof typeof shapes.moods;
type Strengths = Readonly<Partial<Record<Viseme, readonly number[]>>>;

/** Every picture of a person has the same light, so that parts of different pictures fit together. */
export const mood = moodOf({ ...stillFrame, expressions: shapes.moods.plain });
const frameOf = (expressions: ExpressionWeights, spoken: Partial<FaceFrame> = {}): FaceFrame => ({
  ...stillFrame,
  expressions,
  mood,
  ...spoken,
});

const mouthOf = (name: Mood, viseme: Viseme, strength: number) => ({
  viseme,
  frame: frameOf(shapes.moods[name], {
    visemes: { [viseme]: strength },
    mouth: Object.fromEntries(
      Object.entries(visemePlans[viseme].shape).map(([movement, weight]) => [movement, weight * strength]),
    ),
  }),
});

/** The mouth shapes of which a portrait has pictures. */
export const mouths = (Object.entries(shapes.mouths) as [Mood, Strengths][]).flatMap(([name, visemes]) =>
  (Object.entries(visemes) as [Viseme, readonly number[]][]).flatMap(([viseme, strengths]) =>
    strengths.map((strength) => mouthOf(name, viseme, strength)),
  ),
);
const around = (expressions: readonly ExpressionWeights[]): readonly FaceFrame[] =>
  expressions.map((own) => frameOf({ ...shapes.moods.plain, ...own }));
export const brows = around(shapes.brows);
export const lids = around(shapes.lids);
export const rest = frameOf(shapes.moods.plain);

/** A shape as numbers. Their differences say how different two shapes look, about in head units. */
type Features = (weights: FaceWeights) => readonly number[];

const mouthFeatures: Features = (w) => {
  const lower = 0.22 * (w.jawOpen - w.mouthClose) + 0.056 * w.mouthLowerDown;
  const upper = 0.055 * w.mouthUpperUp + 0.03 * w.mouthFunnel;
  const smile = (w.mouthSmileLeft + w.mouthSmileRight) / 2;
  return [
    lower,
    upper,
    // The first gap between the lips is seen more than its growth later.
    0.05 * (1 - Math.exp(-(lower + upper) / 0.025)),
    0.056 * w.mouthStretch + 0.04 * smile - 0.085 * w.mouthPucker - 0.055 * w.mouthFunnel,
    0.085 * smile - 0.05 * w.mouthFrown,
    0.06 * w.mouthRollLower,
    0.025 * w.mouthPress,
    0.015 * w.tongueUp + 0.05 * w.tongueOut,
  ];
};
const browFeatures: Features = (w) => [
  0.058 * w.browInnerUp,
  0.055 * w.browOuterUpLeft,
  0.055 * w.browOuterUpRight,
  0.05 * w.browDownLeft,
  0.05 * w.browDownRight,
];
const lidFeatures =
  (side: 'Left' | 'Right'): Features =>
  (w) => [
    0.16 * w[`eyeBlink${side}`],
    0.035 * w.eyeWide,
    0.04 * Math.min(1, w.eyeSquint + 0.7 * w[`cheekSquint${side}`]),
  ];

/** Shares below this would only blur the picture. */
const minShare = 0.04;

/**
 * How much each picture has of a shape. Near pictures count far more than others: a mixture of different shapes would show
 * several edges of a lip.
 */
function mixerOf(frames: readonly FaceFrame[], features: Features): (weights: FaceWeights) => number[] {
  const known = frames.map((frame) => features(faceWeights(frame)));
  return (weights) => {
    const wanted = features(weights);
    const near = known.map((shape) => {
      const squared = shape.reduce((sum, value, i) => sum + (value - (wanted[i] ?? 0)) ** 2, 0);
      return 1 / (squared + 1e-6) ** 3;
    });
    const kept = normalised(near).map((share) => Math.max(0, share - minShare));
    return normalised(kept);
  };
}

function normalised(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

export const mixMouth = mixerOf(
  mouths.map(({ frame }) => frame),
  mouthFeatures,
);
export const mixBrows = mixerOf(brows, browFeatures);
export const mixLids = {
  left: mixerOf(lids, lidFeatures('Left')),
  right: mixerOf(lids, lidFeatures('Right')),
};
