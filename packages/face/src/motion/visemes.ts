import { type VisemeName, visemeNames } from '@parley/protocol/wire';
import type { ExpressionWeights } from '../head/expressions.ts';

export const visemeList = visemeNames;
export type Viseme = VisemeName;
export type VisemeWeights = Readonly<Partial<Record<Viseme, number>>>;

/** The expressions that make up each viseme. */
export const visemeShapes: Readonly<Record<Viseme, ExpressionWeights>> = {
  sil: {},
  PP: { mouthPress: 0.95, mouthPucker: 0.12 },
  FF: { mouthRollLower: 0.95, mouthUpperUp: 0.38, jawOpen: 0.04 },
  TH: { jawOpen: 0.2, mouthUpperUp: 0.28, mouthLowerDown: 0.3, tongueOut: 0.95 },
  DD: { jawOpen: 0.18, mouthStretch: 0.2, mouthUpperUp: 0.26, mouthLowerDown: 0.35, tongueOut: 0.5 },
  kk: { jawOpen: 0.28, mouthStretch: 0.12, mouthUpperUp: 0.22, mouthLowerDown: 0.1 },
  CH: { jawOpen: 0.12, mouthFunnel: 0.78, mouthUpperUp: 0.2, mouthLowerDown: 0.28 },
  SS: { jawOpen: 0.05, mouthStretch: 0.48, mouthUpperUp: 0.34, mouthLowerDown: 0.5 },
  nn: { jawOpen: 0.17, mouthStretch: 0.14, mouthUpperUp: 0.22, mouthLowerDown: 0.2, tongueOut: 0.55 },
  RR: { jawOpen: 0.18, mouthFunnel: 0.5, mouthPucker: 0.2, mouthLowerDown: 0.1 },
  aa: { jawOpen: 0.78, mouthUpperUp: 0.26, mouthLowerDown: 0.12 },
  E: { jawOpen: 0.42, mouthStretch: 0.45, mouthUpperUp: 0.3, mouthLowerDown: 0.2 },
  I: { jawOpen: 0.2, mouthStretch: 0.72, mouthUpperUp: 0.34, mouthLowerDown: 0.32 },
  O: { jawOpen: 0.5, mouthFunnel: 0.6, mouthPucker: 0.32 },
  U: { jawOpen: 0.18, mouthPucker: 0.95, mouthFunnel: 0.25 },
};

/** Adds the expressions of the visemes to the given expressions. */
export function withVisemes(expressions: ExpressionWeights, visemes: VisemeWeights): ExpressionWeights {
  const sum: Record<string, number> = { ...expressions };
  for (const viseme of visemeList) {
    const weight = visemes[viseme] ?? 0;
    if (weight === 0) continue;
    for (const [name, share] of Object.entries(visemeShapes[viseme]))
      sum[name] = (sum[name] ?? 0) + share * weight;
  }
  return sum;
}
