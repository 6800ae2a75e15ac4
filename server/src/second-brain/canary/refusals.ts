import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { StopReason } from './verdict.ts';

/** The canary's last LOGINs, and those of the first brain in the same time. */
export type Logins = {
  readonly logins: number;
  readonly refused: number;
  readonly firstLogins: number;
  readonly firstRefused: number;
};

/** One or two refusals say nothing about a share. */
export const fewestRefusals = 3;
/** Chance reaches more once in several hundred looks. */
const standardDeviations = 3;

/** Why a canary must stop that refuses more visitors than the first brain. */
export function refusalVerdictOn(
  windows: readonly Logins[],
  limits: Pick<AvatarWithSecrets['avatar'], 'canaryMaxFailures' | 'canaryShare'>,
): StopReason | null {
  const { canaryMaxFailures, canaryShare } = limits;
  // The first brain gets no sessions then.
  const isAlone = canaryShare === 100;
  for (const window of windows) {
    const { logins, refused, firstLogins, firstRefused } = window;
    const tooMany = isAlone ? refused : refused - explained(window);
    if (tooMany < fewestRefusals || (tooMany / logins) * 100 <= canaryMaxFailures) continue;
    const first = isAlone ? '' : `, the first brain ${firstRefused} of ${firstLogins} in the same time`;
    const text = `It refused ${refused} of its last ${logins} LOGINs${first}; the limit is ${canaryMaxFailures} %.`;
    return { cause: 'failures', text };
  }
  return null;
}

/**
 * How many refusals the first brain's share and chance explain. Otherwise visitors whom both brains refuse could stop a
 * canary. The first brain counts as if it had refused one more, because a few visitors prove little.
 */
function explained({ logins, firstLogins, firstRefused }: Logins): number {
  const share = (firstRefused + 1) / (firstLogins + 1);
  const variance = logins * share * (1 - share) * (1 + logins / (firstLogins + 1));
  return logins * share + standardDeviations * Math.sqrt(variance);
}
