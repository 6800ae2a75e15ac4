import type { Random } from '../maths/random.ts';
import type { Vector } from '../maths/vector.ts';
import type { CapPlan } from './cap.ts';
import type { LockPlan } from './lock.ts';
import type { Scalp } from './scalp.ts';

/** What a hair style consists of. */
export interface HairDesign {
  readonly cap?: CapPlan;
  readonly locks: readonly LockPlan[];
  /** Locks with a fixed path instead of a grown one. */
  readonly shaped?: readonly { readonly plan: LockPlan; readonly spine: readonly Vector[] }[];
  /** How fine the streaks are; 1 is usual. */
  readonly fineness: number;
}

export type HairDesigner = (scalp: Scalp, random: Random) => HairDesign;
