import { describe, expect, it } from 'vitest';
import { expiryOf } from './expiry.ts';

const morning = new Date('2026-03-01T08:00:00');
const evening = new Date('2026-03-01T20:00:00');
const local = (text: string): number => new Date(text).getTime();

describe('the expiry of a new management key', () => {
  it('is the end of a day, and the same for a form that is sent again later that day', () => {
    expect(expiryOf('30', '', morning)).toBe(local('2026-03-31T23:59:59.999'));
    expect(expiryOf('30', '', evening)).toBe(expiryOf('30', '', morning));
    expect(expiryOf('365', '', morning)).toBe(local('2027-03-01T23:59:59.999'));
  });

  it('is never, or on a day that is not over', () => {
    expect(expiryOf('never', '', morning)).toBeNull();
    expect(expiryOf('date', '2026-03-01', morning)).toBe(local('2026-03-01T23:59:59.999'));
    expect(expiryOf('date', '2026-02-28', morning)).toBeUndefined();
    expect(expiryOf('date', '', morning)).toBeUndefined();
  });
});
