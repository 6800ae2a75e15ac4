import { describe, expect, it } from 'vitest';
import { type Logins, refusalVerdictOn } from './refusals.ts';

const limits = { canaryMaxFailures: 10, canaryShare: 50 };
const all = (logins: number, firstLogins: number, firstRefused = 0): Logins => ({
  logins,
  refused: logins,
  firstLogins,
  firstRefused,
});
const stops = (window: Logins, canaryShare = 50) =>
  refusalVerdictOn([window], { ...limits, canaryShare }) !== null;

describe('a canary that refuses LOGIN', () => {
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
    expect(stops({ logins: 11, refused: 7, firstLogins: 11, firstRefused: 7 })).toBe(false);
    expect(stops({ logins: 20, refused: 13, firstLogins: 20, firstRefused: 8 })).toBe(false);
  });

  it('[SB18] is stopped if it refuses everyone and the first brain half of them', () => {
    expect(stops(all(100, 100, 50))).toBe(true);
  });

  it('[SB18] at 100 % has nothing to be compared with, so that three refusals count', () => {
    expect(stops(all(2, 0), 100)).toBe(false);
    expect(refusalVerdictOn([all(3, 0)], { ...limits, canaryShare: 100 })?.text).toBe(
      'It refused 3 of its last 3 LOGINs; the limit is 10 %.',
    );
    expect(stops({ logins: 100, refused: 10, firstLogins: 0, firstRefused: 0 }, 100)).toBe(false);
  });

  it('[SB18] is stopped with a reason that names both brains', () => {
    expect(refusalVerdictOn([all(2, 2), all(20, 19, 1)], limits)).toEqual({
      cause: 'failures',
      text: 'It refused 20 of its last 20 LOGINs, the first brain 1 of 19 in the same time; the limit is 10 %.',
    });
  });
});
