import { describe, expect, it } from 'vitest';
import { sentenceEnd, verdictOf } from './verdict.ts';

describe('how words end', () => {
  it.each([
    ['My parcel has not arrived yet.', 'closed'],
    ['When do you open?', 'closed'],
    ['Yes.', 'closed'],
    ['My customer number is', 'open'],
    ['We arrive on Friday, and...', 'open'],
    ['Could you tell me whether?', 'open'],
    ['I am looking for a.', 'open'],
    ['It is zero-three.', 'number'],
    ['The code is 941', 'number'],
    ['At 5pm.', 'number'],
    ['Cancel,', 'closed'],
    ['And,', 'open'],
    ['Well...', 'open'],
    ['', 'unknown'],
    ['...', 'unknown'],
    [null, 'unknown'],
  ] as const)('[EA47] %s: %s', (text, end) => {
    expect(sentenceEnd(text)).toBe(end);
  });
});

describe('a silence', () => {
  it.each([
    ['closed', 0.3, false, 'done'],
    ['closed', 0.29, false, 'usual'],
    ['closed', null, false, 'usual'],
    ['open', 0.9, false, 'done'],
    ['open', 0.89, false, 'goes on'],
    ['open', 0.85, true, 'done'],
    ['number', 0.99, false, 'goes on'],
    ['number', 0.5, true, 'done'],
    ['number', 0.49, true, 'goes on'],
    ['unknown', 0.4, false, 'done'],
    ['unknown', 0.39, false, 'goes on'],
    ['unknown', 0.84, true, 'goes on'],
    ['unknown', 0.85, true, 'done'],
  ] as const)(
    '[EA45] [EA47] after %s words with %s, long: %s, means %s',
    (end, probability, isLong, verdict) => {
      expect(verdictOf(probability, isLong, end)).toBe(verdict);
    },
  );
});
