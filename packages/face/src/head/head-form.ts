import type { EyeShape, FaceLook } from '../look/face-look.ts';
import { clamp, mix, ramp } from '../maths/smooth.ts';

const lids: Record<
  EyeShape,
  { upper: number; lower: number; tilt: number; peak: number; hood: number; fold: number; widen: number }
> = {
  almond: { upper: 0.118, lower: 0.062, tilt: 0.024, peak: 0.44, hood: 0, fold: 1, widen: 1 },
  round: { upper: 0.135, lower: 0.08, tilt: 0.006, peak: 0.48, hood: 0, fold: 1, widen: 0.97 },
  hooded: { upper: 0.1, lower: 0.058, tilt: 0.008, peak: 0.42, hood: 0.6, fold: 0.5, widen: 1 },
  upturned: { upper: 0.104, lower: 0.056, tilt: 0.05, peak: 0.5, hood: 0.25, fold: 0.6, widen: 1.03 },
  downturned: { upper: 0.112, lower: 0.06, tilt: -0.024, peak: 0.4, hood: 0.2, fold: 0.9, widen: 1 },
};

/** The measures of a head. It is two units high, centred near the origin, with z to the front. */
export function headForm(look: FaceLook) {
  /** 0 is young, 1 is old. It controls what sags and hollows with age. */
  const ageing = ramp(30, 85, look.age);
  const { face, lips, nose } = look;
  return {
    ...face,
    cheeks: face.cheeks - 0.5 * ageing,
    ageing,
    eye: eyeForm(look, ageing),
    mouth: {
      y: -0.565 - 0.012 * nose.length,
      halfWidth: 0.212 * (1 + 0.16 * lips.width),
      upperHeight: mix(0.054, 0.042, ageing) * (1 + 0.42 * lips.fullness),
      lowerHeight: mix(0.068, 0.056, ageing) * (1 + 0.38 * lips.fullness),
      fullness: clamp(0.5 + 0.5 * lips.fullness - 0.25 * ageing, 0, 1),
    },
    nose: {
      tipY: -0.292 - 0.045 * nose.length - 0.02 * ageing + 0.012 * nose.tip,
      tipZ: 0.932 + 0.035 * nose.length + 0.012 * nose.bridge,
      tipRadius: 0.071 * (1 + 0.2 * nose.width + 0.1 * ageing),
      wingX: 0.08 * (1 + 0.34 * nose.width),
      wingRadius: 0.05 * (1 + 0.14 * nose.width),
      bridge: nose.bridge,
      bridgeRadius: 0.044 * (1 + 0.22 * nose.width),
      upturn: nose.tip,
    },
  } as const;
}

/** One eye. The other one is its mirror image. */
function eyeForm(look: FaceLook, ageing: number) {
  const lid = lids[look.eyes.shape];
  const size = 0.83 * (1 + 0.11 * look.eyes.size);
  const x = 0.296 * (1 + 0.08 * look.eyes.spacing) + 0.02 * look.face.width;
  const half = 0.174 * size * lid.widen;
  const tilt = lid.tilt - 0.012 * ageing;
  return {
    centre: [x - 0.006, 0.012, 0.476],
    radius: 0.202 * (1 + 0.05 * look.eyes.size),
    irisRadius: 0.084 * (1 + 0.08 * look.eyes.size),
    inner: [x - half, -0.012 - tilt * 0.5],
    outer: [x + half * 1.02, -0.012 + tilt],
    /** The distance of the lids from the line between the corners. */
    upper: lid.upper * size * (1 - 0.12 * ageing),
    lower: lid.lower * size,
    /** Where the upper lid is highest, 0 inner corner to 1 outer corner. */
    peak: lid.peak,
    /** The depth of the fold above the lid, and how far the skin hangs over it. */
    fold: lid.fold,
    hood: clamp(lid.hood + 0.3 * ageing, 0, 1),
  } as const;
}

export type HeadForm = ReturnType<typeof headForm>;
export type EyeForm = HeadForm['eye'];
export type MouthForm = HeadForm['mouth'];
export type NoseForm = HeadForm['nose'];
