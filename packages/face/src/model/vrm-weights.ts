import type { FaceFrame } from '../motion/face-frame.ts';
import { type Viseme, visemeList } from '../motion/visemes.ts';

/** The VRM expression names that are used here. */
export const vrmExpressions = [
  'aa',
  'ih',
  'ou',
  'ee',
  'oh',
  'blinkLeft',
  'blinkRight',
  'happy',
  'sad',
  'surprised',
] as const;
export type VrmExpression = (typeof vrmExpressions)[number];

/** VRM has five vowels for our fifteen visemes. Consonants use a little of the nearest vowel. */
const vowels: Readonly<Record<Viseme, Partial<Record<VrmExpression, number>>>> = {
  sil: {},
  PP: {},
  FF: { ih: 0.15 },
  TH: { ih: 0.35 },
  DD: { ih: 0.35 },
  kk: { aa: 0.25 },
  CH: { ou: 0.45, ih: 0.15 },
  SS: { ih: 0.4 },
  nn: { ih: 0.25 },
  RR: { ou: 0.4 },
  aa: { aa: 1 },
  E: { ee: 0.9 },
  I: { ih: 1 },
  O: { oh: 1 },
  U: { ou: 1 },
};

export function vrmWeights(frame: FaceFrame): Record<VrmExpression, number> {
  const weights = Object.fromEntries(vrmExpressions.map((name) => [name, 0])) as Record<
    VrmExpression,
    number
  >;
  for (const viseme of visemeList)
    for (const [name, share] of Object.entries(vowels[viseme]) as [VrmExpression, number][])
      weights[name] = Math.min(1, weights[name] + share * (frame.visemes[viseme] ?? 0));
  const { expressions } = frame;
  weights.blinkLeft = expressions.eyeBlinkLeft ?? 0;
  weights.blinkRight = expressions.eyeBlinkRight ?? 0;
  const smile = ((expressions.mouthSmileLeft ?? 0) + (expressions.mouthSmileRight ?? 0)) / 2;
  weights.happy = smile > 0.3 ? smile * 0.7 : 0;
  weights.sad = Math.min(0.8, expressions.mouthFrown ?? 0);
  weights.surprised = Math.min(1, expressions.eyeWide ?? 0) * 0.8;
  return weights;
}
