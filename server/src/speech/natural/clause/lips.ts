import type { VisemeName } from '@parley/protocol';
import { visemesOfIpa } from '../../visemes/ipa.ts';

/** Sounds for which the model has one sign of its own, with the mouth shapes of each in order. */
const specialSigns: Readonly<Record<string, readonly VisemeName[]>> = {
  A: ['E', 'I'],
  I: ['aa', 'I'],
  O: ['O', 'U'],
  Q: ['E', 'U'],
  W: ['aa', 'U'],
  Y: ['O', 'I'],
  T: ['DD'],
  ʤ: ['CH'],
  ʧ: ['CH'],
  ʦ: ['SS'],
  ʣ: ['SS'],
  ʥ: ['CH'],
  ʨ: ['CH'],
  ᵊ: ['E'],
};

/** The mouth shapes for a phoneme. None for signs that only modify another one, such as stress. */
export function visemesOfPhoneme(phoneme: string): readonly VisemeName[] {
  const own = Object.hasOwn(specialSigns, phoneme) ? specialSigns[phoneme] : undefined;
  return own ?? visemesOfIpa(phoneme).map(({ viseme }) => viseme);
}

export const isPunctuation = (phoneme: string): boolean => /[.,;:!?…—"“”()]/.test(phoneme);
export const isStress = (phoneme: string): boolean => phoneme === 'ˈ' || phoneme === 'ˌ';
