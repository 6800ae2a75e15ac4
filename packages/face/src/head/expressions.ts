/** Movements of the face, with ARKit names. A name without a side moves both sides. Weights are 0 to 1. */
export const expressionNames = [
  'jawOpen',
  'mouthClose',
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
  'tongueUp',
] as const;

export type Expression = (typeof expressionNames)[number];
export type ExpressionWeights = Readonly<Partial<Record<Expression, number>>>;
