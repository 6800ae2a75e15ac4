import type { StatedSounds } from '@parley/protocol';
import { mapIpa, signTable } from '../pronunciation/map-ipa.ts';
import { isPhone } from '../visemes/arpabet.ts';
import phonesByIpa from './phones-by-ipa.json' with { type: 'json' };

const ipaSigns = signTable(phonesByIpa);
const longestPhones = 60;

/** The ARPAbet phones of stated sounds, with the stress of vowels; undefined if none of it can be spoken. */
export function statedPhones({ alphabet, ph }: StatedSounds): string | undefined {
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
  let stress = '';
  return mapIpa(ph, ipaSigns).flatMap((sign) => {
    if (sign.stress !== '') stress = sign.stress === 'ˈ' ? '1' : '2';
    return sign.value.split(' ').map((name) => {
      if (!/^[aeiou]/.test(name)) return name;
      const stressed = name + stress;
      stress = '';
      return stressed;
    });
  });
}
