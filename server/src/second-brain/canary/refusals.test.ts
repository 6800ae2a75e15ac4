import { describe, expect, it } from 'vitest';
import { someOf } from '../../testing/index.ts';
import { CanaryTurns } from './canary-turns.ts';
import {
  firstLoginsCompared,
  type Logins,
  loginWindows,
  longestWindow,
  reasonToStopForRefusals,
} from './refusals.ts';

const limits = { canaryMaxFailures: 10, canaryShare: 50 };
const window = (logins: number, refused: number, firstLogins: number, firstRefused: number): Logins => ({
  logins,
  refused,
  firstLogins,
  firstRefused,
  isEarlier: false,
});
const all = (logins: number, firstLogins: number, firstRefused = 0): Logins =>
  window(logins, logins, firstLogins, firstRefused);
const stops = (logins: Logins, canaryShare = 50, canaryMaxFailures = 10) =>
  reasonToStopForRefusals([logins], { canaryMaxFailures, canaryShare }) !== null;

type Login = { readonly canary: boolean; readonly refused: boolean };
type Count = Pick<Logins, 'logins' | 'refused'>;
const countOf = (logins: readonly Login[]): Count => ({
  logins: logins.length,
  refused: logins.filter(({ refused }) => refused).length,
});

/** The windows that the service would read: each of the canary's LOGINs, from one of them to the last. */
function windowsOf(history: readonly Login[]): Logins[] {
  const positions = (canary: boolean) =>
    history.flatMap((login, index) => (login.canary === canary ? [index] : []));
  const [canary, first] = [positions(true), positions(false)];
  const since = (size: number) => canary.at(-size) ?? canary[0] ?? history.length;
  const long = first.at(-firstLoginsCompared) ?? first[0] ?? history.length;
  const starts = [...loginWindows.map(since), Math.max(long, since(longestWindow))];
  return starts.map((start) => {
    const same = history.slice(start);
    const { logins, refused } = countOf(same.filter((login) => login.canary));
    const others = countOf(same.filter((login) => !login.canary));
    return { logins, refused, firstLogins: others.logins, firstRefused: others.refused, isEarlier: false };
  });
}

type Visits = { readonly count: number; readonly first: boolean; readonly canary: boolean };
/** How many visitors the canary had refused when it was stopped; null if it was not. */
function refusedUntilStop(share: number, start: number, limit: number, parts: readonly Visits[]) {
  const turns = new CanaryTurns(() => start / 100);
  const history: Login[] = [];
  for (const part of parts)
    for (let visit = 0; visit < part.count; visit++) {
      const canary = turns.isNext(7, share);
      const refused = canary ? part.canary : part.first;
      history.push({ canary, refused });
      if (history.length > 2_500) history.shift();
      if (!canary || !refused) continue;
      const verdict = reasonToStopForRefusals(windowsOf(history), {
        canaryMaxFailures: limit,
        canaryShare: share,
      });
      if (verdict !== null) return countOf(history.filter((login) => login.canary)).refused;
    }
  return null;
}
const shares = Array.from({ length: 99 }, (_, index) => index + 1);
const welcome = (count: number): Visits => ({ count, first: false, canary: false });
const strangers = (count: number): Visits => ({ count, first: true, canary: true });

describe('a canary that refuses LOGIN', () => {
  it.each([10, 50, 90])(
    '[SB18] is stopped at every share from 1 to 99 by its 100th refusal, with a limit of %i percent',
    (limit) => {
      const late = shares.filter((share) => {
        const broken = { count: Math.ceil((110 / share) * 100), first: false, canary: true };
        return [[broken], [welcome(300), broken]].some(
          (parts) => (refusedUntilStop(share, 42, limit, parts) ?? 1_000) > 100,
        );
      });
      expect(late).toEqual([]);
    },
  );

  it('[SB18] is not stopped at any share when strangers come and go whom both brains refuse', () => {
    const crowds = [welcome(230), strangers(150), welcome(70), strangers(20), welcome(100), strangers(110)];
    const stopped = someOf(shares, 25).filter((share) =>
      [0, 33, 66, 99].some((start) => refusedUntilStop(share, start, 10, crowds) !== null),
    );
    expect(stopped).toEqual([]);
  });

  it('[SB18] is stopped although it refuses only some, if it has nearly all sessions', () => {
    expect(stops(window(1_980, 700, 20, 0), 99)).toBe(true);
    expect(stops(window(1_980, 700, 20, 7), 99)).toBe(false);
    expect(stops(window(380, 110, 20, 0), 95)).toBe(true);
  });

  it.each([
    [99, 10, 1],
    [98, 10, 2],
    [95, 50, 5],
    [70, 90, 42],
  ])(
    '[SB18] with a share of %i and a limit of %i is stopped at its 100th refusal if the first brain accepts %i',
    (share, limit, first) => {
      expect(stops(all(100, first), share, limit)).toBe(true);
      expect(stops(all(100, first, first), share, limit)).toBe(false);
    },
  );

  it.each([
    [5, 4, 76],
    [20, 5, 20],
    [50, 8, 8],
    [80, 20, 5],
    [90, 36, 4],
  ])(
    '[SB18] with a share of %i is stopped by refusal %i, while the first brain accepts',
    (_share, logins, first) => {
      expect(stops(all(logins, first))).toBe(true);
    },
  );

  it('[SB18] is not stopped if the first brain refuses as many of its visitors', () => {
    for (const [logins, first] of [
      [7, 7],
      [20, 20],
      [100, 100],
      [5, 95],
      [95, 5],
      [3, 0],
    ] as const)
      expect(stops(all(logins, first, first))).toBe(false);
    expect(stops(window(11, 7, 11, 7))).toBe(false);
    expect(stops(window(20, 13, 20, 8))).toBe(false);
  });

  it('[SB18] is stopped if it refuses everyone and the first brain half of them', () => {
    for (const limit of [10, 50, 90]) expect(stops(all(100, 100, 50), 50, limit)).toBe(true);
  });

  it('[SB18] has its limit for the visitors whom the first brain would have accepted', () => {
    expect(stops(window(100, 90, 1_000, 500), 10, 40)).toBe(true);
    expect(stops(window(100, 90, 1_000, 500), 10, 80)).toBe(false);
  });

  it('[SB18] has nothing to be compared with at 100 %, so that three refusals count', () => {
    expect(stops(all(2, 0), 100)).toBe(false);
    expect(reasonToStopForRefusals([all(3, 0)], { ...limits, canaryShare: 100 })?.text).toBe(
      'It refused 3 of its last 3 LOGINs; the limit is 10 %.',
    );
    expect(stops(window(100, 10, 0, 0), 100)).toBe(false);
  });

  it('[SB18] counts as alone after a hundred LOGINs if the first brain has never had one', () => {
    expect([stops(all(99, 0)), stops(all(100, 0))]).toEqual([false, true]);
    expect(stops(window(100, 10, 0, 0))).toBe(false);
  });

  it('[SB18] is stopped with a reason that names both brains', () => {
    expect(reasonToStopForRefusals([all(2, 2), all(20, 19, 1)], limits)).toEqual({
      cause: 'failures',
      text: 'It refused 20 of its last 20 LOGINs, the first brain 1 of 19 in the same time; the limit is 10 %.',
    });
    expect(reasonToStopForRefusals([{ ...all(100, 20, 1), isEarlier: true }], limits)?.text).toBe(
      'It refused 100 of its last 100 LOGINs, the first brain 1 of 20 before; the limit is 10 %.',
    );
  });
});
