import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, isRunByName } from '../../../testing/index.ts';
import { readerUnderTest } from './testing/reader-under-test.ts';

const pieces = [
  ...[
    '(',
    'a',
    'a-',
    "a'",
    '1',
    '1,',
    '.',
    'x.',
    '[',
    '[a](',
    'aB',
    'qx ',
    '1-',
    '5 km ',
    '$1,000',
    '😀',
    'a_',
    'A',
    '9:30',
  ],
  ...[
    'I.',
    'the ',
    "don't",
    '日',
    '1 ',
    '1 - ',
    'http://',
    'a@',
    '=',
    ' ',
    '\u0000',
    '\ud800',
    'é\u0301',
    '…',
    '1/2',
    'No. ',
  ],
];
const length = isRunByName ? 10_000 : 2_000;

describe('hostile text', () => {
  it('[SP88] is read, whatever is repeated in it', { timeout: 120_000 }, async (context) => {
    const reader = await readerUnderTest(context);
    for (const piece of pieces) {
      const text = piece.repeat(length / piece.length);
      const { words } = await reader.read(text);
      expect(
        words.every(({ from, to }) => from < to && to <= text.length),
        piece,
      ).toBe(true);
    }
  });

  it('[SP88] is read, whatever is mixed in it', { timeout: 120_000 }, async (context) => {
    const reader = await readerUnderTest(context);
    const mixed = fc.array(fc.oneof(fc.constantFrom(...pieces), anyText(), fc.string()), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(mixed, async (parts) => {
        const text = parts.join('');
        const { phonemes, words } = await reader.read(text);
        expect(phonemes).toBe(phonemes.trim());
        for (const { from, to, start, end } of words) {
          expect(from < to && to <= text.length && start < end && end <= phonemes.length).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
