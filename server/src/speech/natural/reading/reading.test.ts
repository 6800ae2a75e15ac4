import { describe, expect, it } from 'vitest';
import { readerUnderTest, samples } from './testing/reader-under-test.ts';

describe('the positions of words', () => {
  it('[SP82] are the positions in the written text, and text that is read as several words has one', async (context) => {
    const reader = await readerUnderTest(context);
    const pairs = async (text: string) => {
      const { phonemes, words } = await reader.read(text);
      return words.map(({ from, to, start, end }) => [text.slice(from, to), phonemes.slice(start, end)]);
    };
    expect(await pairs(' Well,  it costs $3.50 now.')).toEqual([
      ['Well', 'wˈɛl'],
      ['it', 'ɪt'],
      ['costs', 'kˈɔsts'],
      ['$3.50', 'θɹˈi dˈɑləɹz ænd fˈɪfti sˈɛnts'],
      ['now', 'nˈW'],
    ]);
    expect(await pairs('On Jan. 5th at 9:30am, Dr. Lee ran 5km!')).toEqual([
      ['On', 'ˌɔn'],
      ['Jan. 5th', 'ʤˈænjəwˌɛɹi fˈɪfθ'],
      ['at', 'æt'],
      ['9:30am', 'nˈIn θˈɜɹTi ˌAˈɛm'],
      ['Dr.', 'dˈɑktəɹ'],
      ['Lee', 'lˈi'],
      ['ran', 'ɹˈæn'],
      ['5km', 'fˈIv kəlˈɑməTəɹz'],
    ]);
    expect(await pairs("don't [word](/wˈɜɹd/) — (yes)")).toEqual([
      ["don't", 'dˈOnt'],
      ['[word](/wˈɜɹd/)', 'wˈɜɹd'],
      ['yes', 'jˈɛs'],
    ]);
  });

  it('[SP82] are in order and do not overlap, in the text and in the phonemes', async (context) => {
    const reader = await readerUnderTest(context);
    for (const [text] of samples.us.lines) {
      const { phonemes, words } = await reader.read(text);
      let [from, start] = [0, 0];
      for (const word of words) {
        expect(word.from, text).toBeGreaterThanOrEqual(from);
        expect(word.to, text).toBeGreaterThan(word.from);
        expect(word.start, text).toBeGreaterThanOrEqual(start);
        expect(word.end, text).toBeGreaterThan(word.start);
        [from, start] = [word.to, word.end];
      }
      expect(from, text).toBeLessThanOrEqual(text.length);
      expect(start, text).toBeLessThanOrEqual(phonemes.length);
    }
  });
});
