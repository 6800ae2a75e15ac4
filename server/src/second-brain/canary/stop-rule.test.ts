import { describe, expect, it } from 'vitest';
import { type CanaryTurn, reasonToStop } from './stop-rule.ts';

const limits = { canaryMaxFailures: 10, canaryMaxSlower: 50, canaryMaxFirstSentenceMs: 0 };
const failed: CanaryTurn = { failed: true, firstSentenceMs: null };
const took = (firstSentenceMs: number): CanaryTurn => ({ failed: false, firstSentenceMs });
const many = (count: number, turn: CanaryTurn) => Array.from({ length: count }, () => turn);

describe('a canary is stopped', () => {
  it.each([
    [1, 3],
    [10, 3],
    [20, 5],
    [50, 11],
    [90, 19],
  ])('[SB10] with a limit of %i %%, after 100 good turns, by its failure number %i', (limit, number) => {
    const after = (failures: number) =>
      reasonToStop(
        [...many(failures, failed), ...many(100, took(100))],
        { ...limits, canaryMaxFailures: limit },
        null,
      );
    expect(after(number - 1)).toBe(null);
    expect(after(number)?.cause).toBe('failures');
  });

  it('[SB10] if it fails now and then, by its last hundred turns', () => {
    const everyEighth = Array.from({ length: 100 }, (_, index) => (index % 8 === 7 ? failed : took(100)));
    expect(reasonToStop(everyEighth, limits, null)).toEqual({
      cause: 'failures',
      text: '12 of its last 100 turns failed; the limit is 10 %.',
    });
    expect(reasonToStop(everyEighth, { ...limits, canaryMaxFailures: 20 }, null)).toBe(null);
  });

  it('[SB10] not by two failures, even if these are all of its turns', () => {
    expect(reasonToStop(many(2, failed), limits, null)).toBe(null);
    expect(reasonToStop(many(3, failed), limits, null)?.cause).toBe('failures');
  });

  it('[SB11] if its first sentences are slower than the first brain’s by more than the limit', () => {
    expect(reasonToStop(many(20, took(1_501)), limits, 1_000)?.text).toBe(
      'Its first sentences take 1501 ms (95th percentile), those of the first brain 1000 ms; the limit is 50 % more.',
    );
    expect(reasonToStop(many(20, took(1_500)), limits, 1_000)).toBe(null);
    expect(reasonToStop(many(19, took(9_000)), limits, 1_000)).toBe(null);
    expect(reasonToStop(many(20, took(9_000)), limits, null)).toBe(null);
    expect(reasonToStop(many(20, took(9_000)), { ...limits, canaryMaxSlower: 0 }, 1_000)).toBe(null);
  });

  it('[SB11] if they are slower than a limit in milliseconds, but not by one slow turn of twenty', () => {
    const strict = { ...limits, canaryMaxFirstSentenceMs: 800 };
    expect(reasonToStop(many(20, took(801)), strict, null)?.cause).toBe('slow');
    expect(reasonToStop([took(9_000), ...many(19, took(100))], strict, null)).toBe(null);
    expect(reasonToStop([took(9_000), took(9_000), ...many(18, took(100))], strict, null)?.cause).toBe(
      'slow',
    );
  });
});
