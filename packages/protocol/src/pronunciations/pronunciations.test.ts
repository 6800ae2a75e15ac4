import { describe, expect, it } from 'vitest';
import { checkPronunciations } from './check-pronunciations.ts';
import { longestSound, longestWord, maxPronunciations } from './pronunciation.ts';
import { readPronunciationTable } from './read-table.ts';

const message = (...list: Parameters<typeof checkPronunciations>[0]) => {
  const checked = checkPronunciations(list);
  return checked.ok ? null : checked.message;
};

describe('checking a list', () => {
  it('removes blanks, the slashes of dictionaries and empty entries', () => {
    const list = [
      { word: ' New \n York ', respelling: '', ipa: '/nuː ˈjɔːk/', language: ' ' },
      { word: ' ', respelling: '' },
    ];
    expect(checkPronunciations(list)).toEqual({ ok: true, list: [{ word: 'New York', ipa: 'nuː ˈjɔːk' }] });
  });

  it.each(['ŋwiən', 'ˈt͡ʃɜːtʃ', 'ɡyˈjaːnɐ', 'ʒɑ̃', 'çi', 'kʰæt̚', 'a˥˩', '[haʊs]', 'təˈmeɪ.toʊ'])(
    'takes %s',
    (ipa) => {
      expect(message({ word: 'x', ipa })).toBeNull();
    },
  );

  it.each([
    [
      'wIn',
      'The IPA of "Nguyen" contains "I", which is not a sign of the IPA. Write ɪ if you mean that sign.',
    ],
    [
      "'win",
      'The IPA of "Nguyen" contains "\'", which is not a sign of the IPA. Write ˈ if you mean that sign.',
    ],
    ['wi5n', 'The IPA of "Nguyen" contains "5", which is not a sign of the IPA.'],
    ['w<b>', 'The IPA of "Nguyen" contains "<", which is not a sign of the IPA.'],
    ['жук', 'The IPA of "Nguyen" contains "ж", which is not a sign of the IPA.'],
    ['i\u0338', 'The IPA of "Nguyen" contains "◌\u0338", which is not a sign of the IPA.'],
    ['ˈ.', 'The IPA of "Nguyen" has no sound.'],
  ])('refuses %s', (ipa, problem) => expect(message({ word: 'Nguyen', ipa })).toBe(problem));

  it.each([
    [{ word: '', respelling: 'x' }, 'An entry of the list has no word.'],
    [
      { word: '!!', respelling: 'x' },
      'The word "!!" must have at most 60 characters, and a letter or digit.',
    ],
    [{ word: 'x' }, 'The word "x" needs a respelling, or its sounds in the IPA.'],
    [
      { word: 'x', respelling: '…' },
      'The respelling of "x" must have at most 120 characters, and a letter or digit.',
    ],
    [
      { word: 'x', respelling: 'y', language: 'German' },
      'The language of "x" must be a tag such as de or pt-BR.',
    ],
  ])('refuses %o', (entry, problem) => expect(message(entry)).toBe(problem));

  it('is bounded', () => {
    const many = Array.from({ length: maxPronunciations }, (_, index) => ({
      word: `w${index}`,
      respelling: 'x',
    }));
    expect(message(...many)).toBeNull();
    expect(message(...many, { word: 'one more', respelling: 'x' })).toBe(
      'The list may have at most 500 words.',
    );
    expect(message({ word: 'x'.repeat(longestWord + 1), respelling: 'x' })).not.toBeNull();
    expect(message({ word: 'x', respelling: 'x'.repeat(longestSound + 1) })).not.toBeNull();
    expect(message({ word: 'x', ipa: 'x'.repeat(longestSound + 1) })).not.toBeNull();
  });

  it('refuses a word twice, unless for two languages or in two spellings', () => {
    const word = { word: 'Paris', respelling: 'x' };
    expect(message(word, { ...word, language: 'fr' }, { ...word, word: 'PARIS' })).toBeNull();
    expect(message(word, word)).toBe('The word "Paris" is in the list twice.');
    expect(message({ ...word, language: 'fr' }, { ...word, language: 'FR' })).toBe(
      'The word "Paris" is in the list twice.',
    );
  });
});

describe('reading a table', () => {
  const rows = [
    { word: 'Nguyen', respelling: 'win', ipa: 'ŋwiən', language: 'en' },
    { word: 'Worcester', ipa: 'ˈwʊstə' },
  ];
  it.each([
    ['CSV', 'word,respelling,ipa,language\r\nNguyen,win,ŋwiən,en\r\nWorcester,,ˈwʊstə\r\n\r\n'],
    ['semicolons', '\ufeffNguyen; win; ŋwiən; en\nWorcester;;ˈwʊstə'],
    ['tabs', 'Nguyen\twin\tŋwiən\ten\nWorcester\t\tˈwʊstə\t'],
  ])('%s', (_, table) => expect(readPronunciationTable(table)).toEqual(rows));

  it('quotes may contain separators, quotes and line ends', () => {
    expect(readPronunciationTable('"Smith, ""J""",smith\n"a\nb",c')).toEqual([
      { word: 'Smith, "J"', respelling: 'smith' },
      { word: 'a\nb', respelling: 'c' },
    ]);
  });

  it('any text is read', () => {
    expect(readPronunciationTable('')).toEqual([]);
    expect(readPronunciationTable('"')).toEqual([]);
    expect(readPronunciationTable(',,,,,\n,')).toEqual([]);
  });
});
