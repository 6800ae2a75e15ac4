import { normalized } from '@parley/protocol';

/** The phonetic alphabet in the model's signs. If one sign begins with another, the longer one is first. */
const signsByIpa: readonly (readonly [string, string])[] = [
  ['tʃ', 'ʧ'],
  ['dʒ', 'ʤ'],
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['eɪ', 'A'],
  ['oʊ', 'O'],
  ['əʊ', 'O'],
  ['ɔɪ', 'Y'],
  ['ɪə', 'ɪɹ'],
  ['eə', 'ɛɹ'],
  ['ʊə', 'ʊɹ'],
  ...Object.entries({
    g: 'ɡ',
    r: 'ɹ',
    ʁ: 'ɹ',
    ɫ: 'l',
    x: 'k',
    ç: 'ʃ',
    ɾ: 'T',
    y: 'i',
    e: 'A',
    o: 'O',
    a: 'ɑ',
  }),
  ...Object.entries({ ɒ: 'ɑ', ø: 'ɜɹ', œ: 'ɜɹ', ɐ: 'ə', ɜ: 'ɜɹ', ɝ: 'ɜɹ', ɚ: 'əɹ', ʍ: 'w' }),
  ...[...'pbtdkɡfvθðszʃʒhmnŋlɹwjiɪɛæɑɔʊuʌəʧʤ'].map((sign) => [sign, sign] as const),
];

const signsByArpabet: Readonly<Record<string, string>> = {
  ...{ aa: 'ɑ', ae: 'æ', ah: 'ʌ', ao: 'ɔ', aw: 'W', ax: 'ə', ay: 'I', eh: 'ɛ', er: 'ɜɹ', axr: 'əɹ', ey: 'A' },
  ...{
    ih: 'ɪ',
    ix: 'ɪ',
    iy: 'i',
    ow: 'O',
    oy: 'Y',
    uh: 'ʊ',
    uw: 'u',
    b: 'b',
    ch: 'ʧ',
    d: 'd',
    dh: 'ð',
    dx: 'T',
  },
  ...{
    f: 'f',
    g: 'ɡ',
    hh: 'h',
    jh: 'ʤ',
    k: 'k',
    l: 'l',
    el: 'əl',
    m: 'm',
    n: 'n',
    en: 'ən',
    ng: 'ŋ',
    p: 'p',
  },
  ...{ r: 'ɹ', s: 's', sh: 'ʃ', t: 't', th: 'θ', v: 'v', w: 'w', y: 'j', z: 'z', zh: 'ʒ' },
};

const vowel = /[AIOWYɑæʌɔəɛɜɪiʊu]/;
const longest = 60;
const longestIpa = 1_000;

/** The model's phonemes for a `phoneme` element; undefined if none of it can be spoken. */
export function statedPhonemes({ alphabet, ph }: { alphabet: string; ph: string }): string | undefined {
  const signs = /arpa|cmu/.test(alphabet) ? fromArpabet(ph) : /^ipa$/.test(alphabet) ? fromIpa(ph) : '';
  return signs === '' ? undefined : signs.slice(0, longest);
}

function fromArpabet(ph: string): string {
  return ph
    .toLowerCase()
    .split(/[\s.-]+/)
    .map((part) => {
      const [, phone = '', stress = ''] = /^([a-z]+)([012]?)$/.exec(part) ?? [];
      const sign = Object.hasOwn(signsByArpabet, phone) ? (signsByArpabet[phone] ?? '') : '';
      if (sign === '') return '';
      return `${stress === '1' ? 'ˈ' : stress === '2' ? 'ˌ' : ''}${sign}`;
    })
    .join('');
}

/** The model needs the stress directly before its vowel; the phonetic alphabet has it before the syllable. */
function fromIpa(ph: string): string {
  let signs = '';
  let stress = '';
  for (let rest = normalized(ph.slice(0, longestIpa), 'NFD'); rest !== ''; ) {
    const found = signsByIpa.find(([symbols]) => rest.startsWith(symbols));
    const first = rest.charAt(0);
    if (first === 'ˈ' || first === 'ˌ') stress = first;
    if (found !== undefined) {
      const isVowel = vowel.test(found[1].charAt(0));
      signs += isVowel ? stress + found[1] : found[1];
      if (isVowel) stress = '';
    }
    rest = rest.slice(found?.[0].length ?? 1);
  }
  return signs;
}
