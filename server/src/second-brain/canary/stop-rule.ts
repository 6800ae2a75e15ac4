import type { AvatarWithSecrets } from '../../avatars/index.ts';

/** One turn of a canary, as far as limits are concerned. */
export type CanaryTurn = { readonly failed: boolean; readonly firstSentenceMs: number | null };

export type CanaryLimits = Pick<
  AvatarWithSecrets['avatar'],
  'canaryMaxFailures' | 'canaryMaxSlower' | 'canaryMaxFirstSentenceMs'
>;

export type StopReason = {
  readonly cause: 'failures' | 'slow';
  /** A sentence for owners. */
  readonly text: string;
};

/** The short window notices a canary that begins to fail, the long one a canary that fails now and then. */
const windows = [20, 100];
export const turnsRead = 100;
/** One or two failures say nothing about a share. */
const minFailures = 3;
/** Fewer times have no 95th percentile. */
export const minTimes = 20;

/** Why a canary must stop, from its latest turns, newest first. `firstP95Ms` is the first brain's; null if not known. */
export function reasonToStop(
  turns: readonly CanaryTurn[],
  limits: CanaryLimits,
  firstP95Ms: number | null,
): StopReason | null {
  return tooManyFailures(turns, limits) ?? tooSlow(timesIn(turns), limits, firstP95Ms);
}

export const timesIn = (turns: readonly CanaryTurn[]): number[] =>
  turns.flatMap(({ firstSentenceMs }) => firstSentenceMs ?? []).toSorted((a, b) => a - b);

function tooManyFailures(
  turns: readonly CanaryTurn[],
  { canaryMaxFailures }: CanaryLimits,
): StopReason | null {
  for (const window of windows) {
    const latest = turns.slice(0, window);
    const failed = latest.filter((turn) => turn.failed).length;
    if (failed < minFailures || (failed / latest.length) * 100 <= canaryMaxFailures) continue;
    const text = `${failed} of its last ${latest.length} turns failed; the limit is ${canaryMaxFailures} %.`;
    return { cause: 'failures', text };
  }
  return null;
}

function tooSlow(
  times: readonly number[],
  { canaryMaxSlower, canaryMaxFirstSentenceMs }: CanaryLimits,
  firstP95Ms: number | null,
): StopReason | null {
  if (times.length < minTimes) return null;
  const p95Ms = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
  const took = `Its first sentences take ${p95Ms} ms (95th percentile)`;
  if (canaryMaxFirstSentenceMs > 0 && p95Ms > canaryMaxFirstSentenceMs)
    return { cause: 'slow', text: `${took}; the limit is ${canaryMaxFirstSentenceMs} ms.` };
  if (canaryMaxSlower > 0 && firstP95Ms !== null && p95Ms > firstP95Ms * (1 + canaryMaxSlower / 100))
    return {
      cause: 'slow',
      text: `${took}, those of the first brain ${firstP95Ms} ms; the limit is ${canaryMaxSlower} % more.`,
    };
  return null;
}
