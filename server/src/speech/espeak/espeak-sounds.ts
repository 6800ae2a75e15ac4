import { mapIpa, type SignTable, signTable } from '../pronunciation/map-ipa.ts';
import { writeSounds } from '../pronunciation/marked-sounds.ts';
import { baseOf } from '../script/language-tag.ts';
import signs from './espeak-signs.json' with { type: 'json' };

/** The program is silent for vowels that its language does not have. Most languages get those that all have. */
const every = signTable(signs.every);
const tables: Readonly<Record<string, SignTable>> = {
  en: signTable(signs.every, signs.en),
  de: signTable(signs.every, signs.de),
};
const longestSounds = 60;
const stressSigns = { '': '', ˈ: "'", ˌ: ',' };

/** Sounds in the program's own letters; empty if there are none. */
export const espeakSounds = (ipa: string, voice: string): string =>
  mapIpa(ipa, tables[baseOf(voice)] ?? every)
    .slice(0, longestSounds)
    .map(({ value, stress }) => stressSigns[stress] + value)
    .join('');

/** The text for the program. It reads what is in double brackets as sounds, so that other brackets are removed. */
export const espeakInput = (text: string, voice: string): string =>
  writeSounds(text.replace(/\[\[|\]\]|\0/g, ' '), (_, ipa) => `[[${espeakSounds(ipa, voice)}]]`);
