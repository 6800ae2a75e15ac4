import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutClauses, hasSound, mayHaveClauses } from './clauses.ts';

const texts = (phonemes: string, isFirst = true) =>
  cutClauses({ phonemes, words: [] }, isFirst).map(({ start, end }) => phonemes.slice(start, end));

describe('clauses', () => {
  it('[SP90] a short sentence stays whole, and each sentence is on its own', () => {
    expect(texts('həlˈO ðˈɛɹ, hˌW ɑɹ ju? fˈIn.')).toEqual(['həlˈO ðˈɛɹ, hˌW ɑɹ ju? ', 'fˈIn.']);
  });

  it('[SP90] a long first sentence is cut at its punctuation, a later one of that length is not', () => {
    const long = `${'ba '.repeat(12).trim()}, ${'da '.repeat(20).trim()}.`;
    expect(texts(long)).toHaveLength(2);
    expect(texts(long, false)).toHaveLength(1);
  });

  it('[SP90] a number in groups is not cut', () => {
    const phonemes = `${'ba '.repeat(12)}fIv fIv fIv, wʌn tu θɹi, ${'da '.repeat(20).trim()}.`;
    const number = { from: 0, to: 1, start: 36, end: phonemes.indexOf('θɹi') + 3 };
    const [first] = cutClauses({ phonemes, words: [number] }, true);
    expect(phonemes.slice(0, first?.end)).toMatch(/θɹi, $/);
  });

  it('[SP90] only a text with punctuation inside it may be cut', () => {
    expect(mayHaveClauses('The price of the large one is twenty dollars, plus tax.')).toBe(true);
    expect(mayHaveClauses('She asked “Why now?” and nobody had an answer.')).toBe(true);
    expect(mayHaveClauses('The price of the large one is twenty dollars without tax.')).toBe(false);
    expect(mayHaveClauses('Well, yes.')).toBe(false);
  });

  it('[SP90] nothing is lost, and no clause is longer than the model can speak', () => {
    const phoneme = fc.constantFrom('b', 'a', 'ˈ', ' ', ',', '.', '?', 'I');
    fc.assert(
      fc.property(fc.array(phoneme, { maxLength: 900 }), fc.boolean(), (signs, isFirst) => {
        const phonemes = signs.join('');
        const parts = texts(phonemes, isFirst);
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(222);
        const letters = (text: string) => text.replace(/[^baI]/g, '');
        expect(parts.map(letters).join('')).toBe(letters(phonemes));
        for (const part of parts) expect(hasSound(part)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
