import { describe, expect, it } from 'vitest';
import { EnglishReader } from './english-reader.ts';
import { Lexicon } from './lexicon.ts';
import { Tagger } from './tagger.ts';
import { Tokenizer } from './tokenizer.ts';
import { type ReadUnknown, unknownWordsReader } from './unknown-words.ts';

const letterNames = new Map([...'QXZ'].map((letter) => [letter, `${letter.toLowerCase()}ˈi`]));

function readerWith(readUnknown: ReadUnknown): EnglishReader {
  return new EnglishReader({
    accent: 'us',
    lexicon: new Lexicon(letterNames, new Map()),
    tokenizer: new Tokenizer({}),
    tagger: new Tagger({ tags: ['NN'], tagdict: {}, vocab: [], weights: {} }),
    readUnknown,
  });
}

describe('unknown words', () => {
  it('[SP86] are sent to the net as letters, and repeated sounds in its answer count once', async () => {
    const asked: (readonly number[])[] = [];
    const read = unknownWordsReader(
      { in: ['a', 'b'], out: ['x', 'y'], slots: 2, maxlen: 3 },
      async (letters) => {
        asked.push(letters);
        return [0, 1, 1, 0, 1, 2];
      },
    );
    expect(await read(['ab?ba', '?'])).toEqual(['xxy', '']);
    expect(asked).toEqual([[1, 2, 2]]);
  });

  it('[SP86] are sent to the net only once', async () => {
    const asked: string[] = [];
    const reader = readerWith(async (words) => {
      asked.push(...words);
      return words.map(() => 'fˈu');
    });
    expect((await reader.read('qx zq qx')).phonemes).toBe('fˈu fˈu fˈu');
    expect((await reader.read('zq')).phonemes).toBe('fˈu');
    expect(asked.sort()).toEqual(['qx', 'zq']);
  });

  it('[SP86] are spelled beyond the first 256 of a text', async () => {
    let asked = 0;
    const reader = readerWith(async (words) => {
      asked += words.length;
      return words.map(() => 'fˈu');
    });
    const words = Array.from({ length: 300 }, (_, index) =>
      index.toString(3).padStart(6, '0').replaceAll('0', 'q').replaceAll('1', 'x').replaceAll('2', 'z'),
    );
    const { phonemes } = await reader.read(words.join(' '));
    expect(asked).toBe(256);
    expect(phonemes.split(' ').filter((word) => word === 'fˈu')).toHaveLength(256);
  });
});
