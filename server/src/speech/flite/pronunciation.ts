import { normalized } from '@parley/protocol';
import { isPhone } from '../visemes/arpabet.ts';

/** The phonetic alphabet in flite's phones. If one sign begins with another, the longer one is first. */
const phonesByIpa: readonly (readonly [string, string])[] = [
  ['tʃ', 'ch'],
  ['dʒ', 'jh'],
  ['aɪ', 'ay'],
  ['aʊ', 'aw'],
  ['eɪ', 'ey'],
  ['oʊ', 'ow'],
  ['əʊ', 'ow'],
  ['ɔɪ', 'oy'],
  ['ɪə', 'ih r'],
  ['eə', 'eh r'],
  ['ʊə', 'uh r'],
  ...Object.entries({
    p: 'p',
    b: 'b',
    t: 't',
    d: 'd',
    k: 'k',
    g: 'g',
    ɡ: 'g',
    f: 'f',
    v: 'v',
    θ: 'th',
    ð: 'dh',
    s: 's',
    z: 'z',
    ʃ: 'sh',
    ʒ: 'zh',
    h: 'hh',
    x: 'k',
    ç: 'sh',
    m: 'm',
    n: 'n',
    ŋ: 'ng',
    l: 'l',
    ɫ: 'l',
    r: 'r',
    ɹ: 'r',
    ʁ: 'r',
    ɾ: 'd',
    w: 'w',
    j: 'y',
    i: 'iy',
    ɪ: 'ih',
    e: 'ey',
    ɛ: 'eh',
    æ: 'ae',
    a: 'aa',
    ɑ: 'aa',
    ɒ: 'aa',
    ɔ: 'ao',
    o: 'ow',
    ʊ: 'uh',
    u: 'uw',
    y: 'iy',
    ø: 'er',
    œ: 'er',
    ʌ: 'ah',
    ə: 'ax',
    ɐ: 'ax',
    ɜ: 'er',
    ɝ: 'er',
    ɚ: 'er',
  }),
];
const longestPhones = 60;
const longestIpa = 1_000;

/** The phones for a `phoneme` element; undefined if none of it can be spoken. */
export function phonesOf({ alphabet, ph }: { alphabet: string; ph: string }): string | undefined {
  const phones = /arpa|cmu/.test(alphabet) ? fromArpabet(ph) : /^ipa$/.test(alphabet) ? fromIpa(ph) : [];
  return phones.length === 0 ? undefined : phones.slice(0, longestPhones).join(' ');
}

function fromArpabet(ph: string): string[] {
  return ph
    .toLowerCase()
    .split(/[\s.-]+/)
    .flatMap((part) => {
      const [, phone = '', stress = ''] = /^([a-z]+)([012]?)$/.exec(part) ?? [];
      return isPhone(phone) ? [phone + (stress === '1' ? '1' : '')] : [];
    });
}

function fromIpa(ph: string): string[] {
  const phones: string[] = [];
  let stressed = false;
  for (let rest = normalized(ph.slice(0, longestIpa), 'NFD'); rest !== ''; ) {
    const found = phonesByIpa.find(([symbols]) => rest.startsWith(symbols));
    if (rest.startsWith('ˈ')) stressed = true;
    if (found === undefined) {
      rest = rest.slice(1);
      continue;
    }
    const [symbols, names] = found;
    for (const name of names.split(' ')) {
      const takesStress = stressed && /^[aeiou]/.test(name);
      phones.push(takesStress ? `${name}1` : name);
      if (takesStress) stressed = false;
    }
    rest = rest.slice(symbols.length);
  }
  return phones;
}
