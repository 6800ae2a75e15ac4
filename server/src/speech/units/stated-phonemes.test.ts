import { expect, it } from 'vitest';
import { statedPhonemes } from './stated-phonemes.ts';

it.each([
  ['ipa', 'təˈmeɪtoʊ', 'təmˈAtO'],
  ['ipa', 'ˈtʃɜːtʃ', 'ʧˈɜɹʧ'],
  ['ipa', 'pɪˈkɑːn', 'pɪkˈɑn'],
  ['x-arpabet', 'T AH0 M EY1 T OW2', 'tʌmˈAtˌO'],
  ['x-sampa', 't@meItoU', undefined],
  ['ipa', '???', undefined],
])('[SP93] %s: %s', (alphabet, ph, phonemes) => {
  expect(statedPhonemes({ alphabet, ph })).toBe(phonemes);
});
