import { clamp, mix } from '../../maths/smooth.ts';
import type { EyeForm } from '../head-form.ts';

/** The position of one eye's lids. All values are 0 at rest. */
export interface LidPose {
  /** 1 is shut. */
  readonly shut: number;
  readonly wide: number;
  readonly squint: number;
}

export const lidsAtRest: LidPose = { shut: 0, wide: 0, squint: 0 };

/** Height of the lid's edge above the eye's corners, at `u` from the inner (0) to the outer corner (1). */
function bow(u: number, peak: number, power: number): number {
  const at = clamp(u, 0, 1);
  const skewed = at < peak ? (0.5 * at) / peak : 0.5 + (0.5 * (at - peak)) / (1 - peak);
  return Math.max(0, 4 * skewed * (1 - skewed)) ** power;
}

const cornerLine = (u: number, eye: EyeForm): number => mix(eye.inner[1], eye.outer[1], clamp(u, 0, 1));

export function upperLidY(u: number, eye: EyeForm, pose: LidPose): number {
  const open = cornerLine(u, eye) + (eye.upper + 0.03 * pose.wide) * bow(u, eye.peak, 0.62);
  const lowered = mix(open, lowerLidY(u, eye, { ...pose, shut: 0 }), 0.12 * pose.squint);
  return mix(lowered, meetingY(u, eye), pose.shut);
}

export function lowerLidY(u: number, eye: EyeForm, pose: LidPose): number {
  const depth = eye.lower * (1 - 0.5 * pose.squint) + 0.008 * pose.wide;
  const open = cornerLine(u, eye) - depth * bow(u, 0.58, 0.7);
  return mix(open, meetingY(u, eye), pose.shut);
}

/** Closed lids meet low: the upper lid moves nearly all the way. */
const meetingY = (u: number, eye: EyeForm): number =>
  cornerLine(u, eye) - 0.72 * eye.lower * bow(u, 0.55, 0.75);
