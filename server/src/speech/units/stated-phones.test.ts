import { expect, it } from 'vitest';
import { phonemesOf } from '../natural/reading/index.ts';
import { statedPhones } from './stated-phones.ts';

it.each([
  ['ipa', 'təˈmeɪtoʊ', 't ax m ey1 t ow', 'təmˈAtO'],
  ['ipa', 'ˈtʃɜːtʃ', 'ch er1 ch', 'ʧˈɜɹʧ'],
  ['ipa', 'pɪˈkɑːn', 'p ih k aa1 n', 'pɪkˈɑn'],
  ['x-arpabet', 'T AH0 M EY1 T OW2', 't ah m ey1 t ow2', 'tʌmˈAtˌO'],
])('[SP93] %s: %s', (alphabet, ph, phones, phonemes) => {
  expect(statedPhones({ alphabet, ph })).toBe(phones);
  expect(phonemesOf(phones)).toBe(phonemes);
});

it.each([
  ['x-sampa', 't@meItoU'],
  ['ipa', '???'],
])('[SP93] %s: %s cannot be spoken', (alphabet, ph) => {
  expect(statedPhones({ alphabet, ph })).toBeUndefined();
});

it('[SP27] phones are bounded', () => {
  expect(statedPhones({ alphabet: 'ipa', ph: 'a'.repeat(500) })?.split(' ')).toHaveLength(60);
});
