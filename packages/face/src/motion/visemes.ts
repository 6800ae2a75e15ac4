import { type VisemeName, visemeNames } from '@parley/protocol/wire';
import type { ExpressionWeights } from '../head/expressions.ts';

export const visemeList = visemeNames;
export type Viseme = VisemeName;
export type VisemeWeights = Readonly<Partial<Record<Viseme, number>>>;

/**
 * The movements that make up each viseme. `mouthClose` is 1 where the lips must touch each other, `mouthRollLower` 1 where
 * the lower lip must touch the upper teeth.
 */
export const visemeShapes: Readonly<Record<Viseme, ExpressionWeights>> = {
  sil: {},
  PP: { mouthClose: 1, mouthPress: 0.75, mouthPucker: 0.1, jawOpen: 0.08 },
  FF: { mouthRollLower: 1, mouthUpperUp: 0.5, mouthStretch: 0.1, jawOpen: 0.08 },
  TH: { jawOpen: 0.2, mouthUpperUp: 0.4, mouthLowerDown: 0.42, mouthStretch: 0.12, tongueOut: 1 },
  DD: { jawOpen: 0.2, mouthStretch: 0.2, mouthUpperUp: 0.42, mouthLowerDown: 0.4, tongueUp: 0.55 },
  kk: { jawOpen: 0.26, mouthStretch: 0.14, mouthUpperUp: 0.36, mouthLowerDown: 0.2, tongueUp: 0.3 },
  CH: { jawOpen: 0.07, mouthFunnel: 0.85, mouthUpperUp: 0.08, mouthLowerDown: 0.35, tongueUp: 0.4 },
  SS: { jawOpen: 0.02, mouthStretch: 0.5, mouthUpperUp: 0.42, mouthLowerDown: 0.85 },
  nn: { jawOpen: 0.24, mouthStretch: 0.12, mouthUpperUp: 0.38, mouthLowerDown: 0.36, tongueUp: 0.62 },
  RR: { jawOpen: 0.18, mouthFunnel: 0.55, mouthPucker: 0.2, mouthUpperUp: 0.15, tongueUp: 0.4 },
  aa: { jawOpen: 0.78, mouthUpperUp: 0.3, mouthLowerDown: 0.15, tongueUp: 0.15 },
  E: { jawOpen: 0.42, mouthStretch: 0.42, mouthUpperUp: 0.38, mouthLowerDown: 0.24, tongueUp: 0.25 },
  I: { jawOpen: 0.19, mouthStretch: 0.7, mouthUpperUp: 0.42, mouthLowerDown: 0.38, tongueUp: 0.45 },
  O: { jawOpen: 0.48, mouthFunnel: 0.6, mouthPucker: 0.4 },
  U: { jawOpen: 0.28, mouthPucker: 1, mouthFunnel: 0.1 },
};
