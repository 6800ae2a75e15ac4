/** Movements of the face, named as in ARKit; a name without a side moves both. Weights run from 0 to 1. */
export const expressionNames = [
  'jawOpen',
  'mouthPucker',
  'mouthFunnel',
  'mouthStretch',
  'mouthPress',
  'mouthRollLower',
  'mouthUpperUp',
  'mouthLowerDown',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthFrown',
  'browInnerUp',
  'browDownLeft',
  'browDownRight',
  'browOuterUpLeft',
  'browOuterUpRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeWide',
  'eyeSquint',
  'cheekSquintLeft',
  'cheekSquintRight',
  'noseSneer',
  'tongueOut',
] as const;

export type Expression = (typeof expressionNames)[number];
export type ExpressionWeights = Readonly<Partial<Record<Expression, number>>>;
