import { describe, expect, it } from 'vitest';
import { base62, randomBase32, randomText } from './random-text.ts';

describe('random text', () => {
  it.each([1, 6, 30, 255, 1000])('has %d characters of its alphabet when asked for them', (length) => {
    const text = randomText(base62, length);
    expect(text).toHaveLength(length);
    expect(text).toMatch(/^[0-9A-Za-z]*$/);
  });

  it('uses 62 different characters', () => {
    expect(new Set(base62).size).toBe(62);
    expect(new Set(randomBase32(5000)).size).toBe(32);
  });

  it('favours no character', () => {
    const length = 620_000;
    const counts = new Map<string, number>();
    for (const character of randomText(base62, length))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    const expected = length / 62;
    const chiSquare = [...counts.values()].reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    // 61 degrees of freedom: above 150 by chance once in ten million runs. Bytes taken modulo 62 give over 10,000.
    expect(chiSquare).toBeLessThan(150);
  });
});
