import signsByPhone from './signs-by-phone.json' with { type: 'json' };

const signs: ReadonlyMap<string, string> = new Map(Object.entries(signsByPhone));
const stressMarks: Readonly<Record<string, string>> = { 1: 'ˈ', 2: 'ˌ' };

/** ARPAbet phones in the model's signs. The model needs the stress directly before its vowel. */
export function phonemesOf(phones: string): string {
  return phones
    .split(' ')
    .map((phone) => (stressMarks[phone.at(-1) ?? ''] ?? '') + (signs.get(phone.replace(/\d$/, '')) ?? ''))
    .join('');
}
