import { describe, expect, it } from 'vitest';
import { timeText, unitFor, unitsUpTo } from './time-units.ts';

describe('a time', () => {
  it.each([
    [1, '1 second'],
    [0.5, '0.5 seconds'],
    [90, '90 seconds'],
    [120, '2 minutes'],
    [3_600, '1 hour'],
    [86_400 * 90, '90 days'],
  ])('of %d seconds is "%s"', (seconds, words) => {
    expect(timeText(seconds)).toBe(words);
  });

  it('is entered in the largest unit that is offered and gives a whole number', () => {
    expect(unitFor(7_200, ['seconds', 'minutes'])).toBe('minutes');
    expect(unitFor(61, ['seconds', 'minutes'])).toBe('seconds');
  });

  it('is offered in units that fit into its limit', () => {
    expect(unitsUpTo(60)).toEqual(['seconds']);
    expect(unitsUpTo(86_400)).toEqual(['seconds', 'minutes', 'hours']);
    expect(unitsUpTo(Number.POSITIVE_INFINITY)).toEqual(['seconds', 'minutes', 'hours', 'days']);
  });
});
