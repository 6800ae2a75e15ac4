import { normalized } from '@parley/protocol';
import { isPhone } from '../visemes/arpabet.ts';
import phonesByIpa from './phones-by-ipa.json' with { type: 'json' };

/** If one sign begins with another, the longer one is first. */
const ipaSigns = Object.entries(phonesByIpa);
const longestPhones = 60;
const longestIpa = 1_000;

/** The ARPAbet phones of a `phoneme` element, with the stress of vowels; undefined if none of it can be spoken. */
export function statedPhones({ alphabet, ph }: { alphabet: string; ph: string }): string | undefined {
  const phones = /arpa|cmu/.test(alphabet) ? fromArpabet(ph) : /^ipa$/.test(alphabet) ? fromIpa(ph) : [];
  return phones.length === 0 ? undefined : phones.slice(0, longestPhones).join(' ');
}

function fromArpabet(ph: string): string[] {
  return ph
    .toLowerCase()
    .split(/[\s.-]+/)
    .flatMap((part) => {
      const [, phone = '', stress = ''] = /^([a-z]+)([012]?)$/.exec(part) ?? [];
      return isPhone(phone) ? [phone + stress.replace('0', '')] : [];
    });
}

/** The phonetic alphabet has the stress before the syllable. ARPAbet has it after the vowel. */
function fromIpa(ph: string): string[] {
  const phones: string[] = [];
  let stress = '';
  for (let rest = normalized(ph.slice(0, longestIpa), 'NFD'); rest !== ''; ) {
    if (rest.startsWith('ˈ')) stress = '1';
    if (rest.startsWith('ˌ')) stress = '2';
    const [sign = '', names = ''] = ipaSigns.find(([signs]) => rest.startsWith(signs)) ?? [];
    for (const name of names.split(' ').filter((one) => one !== '')) {
      const isVowel = /^[aeiou]/.test(name);
      phones.push(isVowel ? name + stress : name);
      if (isVowel) stress = '';
    }
    rest = rest.slice(Math.max(1, sign.length));
  }
  return phones;
}
