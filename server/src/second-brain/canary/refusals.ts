import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { StopReason } from './stop-rule.ts';

/** Some of the canary's last LOGINs, and those of the first brain that they are compared with. */
export type Logins = {
  readonly logins: number;
  readonly refused: number;
  readonly firstLogins: number;
  readonly firstRefused: number;
  /** The first brain had no LOGIN in the same time, so these are its last ones before. */
  readonly isEarlier: boolean;
};

/** One or two refusals say nothing about a share. */
export const minRefusals = 3;
/** At every share below 100 % the first brain should have had a LOGIN by then. */
export const manyLogins = 100;
/** The short window notices a canary that begins to refuse, the long one a canary that refuses now and then. */
export const loginWindows = [20, manyLogins];
/** A window that goes back until the first brain has had so many LOGINs, for canaries that have nearly all sessions. */
export const firstLoginsCompared = 20;
export const longestWindow = 2_000;
/** Chance reaches more once in several hundred looks. */
const standardDeviations = 3;

/** Why a canary must stop that refuses more visitors than the first brain. */
export function reasonToStopForRefusals(
  windows: readonly Logins[],
  limits: Pick<AvatarWithSecrets['avatar'], 'canaryMaxFailures' | 'canaryShare'>,
): StopReason | null {
  const { canaryMaxFailures, canaryShare } = limits;
  for (const window of windows) {
    const { logins, refused, firstLogins, firstRefused, isEarlier } = window;
    const isAlone = canaryShare === 100 || (firstLogins === 0 && logins >= manyLogins);
    const expected = isAlone ? 0 : explained(window);
    const tooMany = refused - expected;
    // Of visitors whom the first brain would have refused as well, the canary cannot refuse too many.
    if (tooMany < minRefusals || (tooMany / (logins - expected)) * 100 <= canaryMaxFailures) continue;
    const when = isEarlier ? 'before' : 'in the same time';
    const first = isAlone ? '' : `, the first brain ${firstRefused} of ${firstLogins} ${when}`;
    const text = `It refused ${refused} of its last ${logins} LOGINs${first}; the limit is ${canaryMaxFailures} %.`;
    return { cause: 'failures', text };
  }
  return null;
}

/**
 * How many refusals the first brain's share and chance explain. Otherwise visitors whom both brains refuse could stop a
 * canary. The first brain counts as if it had refused one more, because a few visitors prove little.
 */
function explained({ logins, refused, firstLogins, firstRefused }: Logins): number {
  // Even a single visitor whom the first brain accepts is not one of those whom everybody refuses.
  if (refused === logins && logins >= manyLogins && firstLogins > 0 && firstRefused === 0) return 0;
  const share = (firstRefused + 1) / (firstLogins + 1);
  const variance = logins * share * (1 - share) * (1 + logins / (firstLogins + 1));
  return logins * share + standardDeviations * Math.sqrt(variance);
}
