import { describe, expect, it } from 'vitest';
import { readEnglish } from '../../english/read-english.ts';
import { spokenForm, writtenForms } from '../../english/testing/written-forms.ts';
import { readerUnderTest } from './testing/reader-under-test.ts';

describe('what businesses write', () => {
  it('is a list of 300 forms, with 20 of each kind', () => {
    expect(writtenForms.length).toBeGreaterThanOrEqual(300);
    const kinds = Map.groupBy(writtenForms, ({ kind }) => kind);
    for (const [kind, forms] of kinds) expect(forms.length, kind).toBeGreaterThanOrEqual(20);
    const signs = /[^\p{L}'\- ,.:!]/u;
    for (const { spoken } of writtenForms) {
      const plain = spoken.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '').replaceAll(/[()]/g, '');
      expect(plain, spoken).not.toMatch(signs);
    }
  });

  it('[SP130] [SP131] becomes the phonemes of its spoken form', async (context) => {
    const reader = await readerUnderTest(context);
    const different: unknown[] = [];
    for (const { written, spoken } of writtenForms) {
      const [ours, wanted] = [await reader.read(written), await reader.read(spokenForm(spoken))];
      expect(wanted.phonemes, spoken).not.toBe('');
      if (ours.phonemes !== wanted.phonemes)
        different.push({ written, ours: ours.phonemes, wanted: wanted.phonemes });
    }
    expect(different).toEqual([]);
  });

  it('[SP130] becomes the words of its spoken form in the simple voice', () => {
    const words = (text: string) =>
      readEnglish(text)
        .flatMap((spoken) => [...spoken.words, spoken.pause])
        .filter((word) => word !== '')
        .join(' ');
    for (const { written, spoken } of writtenForms) {
      if (spoken.includes('](/')) continue;
      expect(words(written), written).toBe(words(spokenForm(spoken)));
    }
  });

  it('[SP82] [SP130] keeps the positions of the written words', async (context) => {
    const reader = await readerUnderTest(context);
    for (const { written } of writtenForms) {
      const text = `So ${written} it is`;
      const { words } = await reader.read(text);
      const last = words.at(-1);
      expect(text.slice(words[0]?.from, words[0]?.to), written).toBe('So');
      expect(text.slice(last?.from, last?.to), written).toBe('is');
    }
  });
});
