import { describe, expect, it } from 'vitest';
import { WordPositions } from '../script/written-words.ts';
import { expectedTiming } from './expected-timing.ts';

const text = 'Good morning, this is the harbour office.';
const timing = (rate: number, said = text) => expectedTiming(new WordPositions(said, 'en').split(said), rate);

describe('what can be expected of sound that is made elsewhere', () => {
  it('[SP2] every word in order, and shapes without gaps', () => {
    const { words, visemes } = timing(1);
    expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(text.split(' '));
    let reachedMs = 0;
    for (const { startMs, durationMs } of visemes) {
      expect(startMs).toBeCloseTo(reachedMs, 0);
      reachedMs = startMs + durationMs;
    }
    const last = words.at(-1);
    expect(reachedMs).toBeGreaterThanOrEqual((last?.startMs ?? 0) + (last?.durationMs ?? 0));
    expect(new Set(visemes.map(({ viseme }) => viseme)).size).toBeGreaterThan(5);
  });

  it('[SP4] a comma closes the mouth for a moment', () => {
    const { words, visemes } = timing(1);
    const [, comma] = words;
    const endMs = (comma?.startMs ?? 0) + (comma?.durationMs ?? 0);
    expect(visemes.find(({ startMs }) => Math.abs(startMs - endMs) < 1)?.viseme).toBe('sil');
  });

  it('[SP11] twice the rate takes half the time', () => {
    const lengthAt = (rate: number) => timing(rate).words.at(-1)?.startMs ?? 0;
    expect(lengthAt(2)).toBeCloseTo(lengthAt(1) / 2, 0);
    // About the speed of people: seven words in two to four seconds.
    expect(lengthAt(1)).toBeGreaterThan(1_400);
    expect(lengthAt(1)).toBeLessThan(4_000);
  });

  it('nothing to say takes no time', () => {
    expect(timing(1, '')).toEqual({ visemes: [], words: [], marks: [] });
  });
});
