import { mapIpa, signTable } from '../pronunciation/map-ipa.ts';
import signs from './pico-signs.json' with { type: 'json' };
import { type PicoVoiceName, picoVoiceNames } from './pico-voices.ts';

/** The program leaves out what its language does not have, so that each language has its nearest sounds. */
const tables = new Map(picoVoiceNames.map((voice) => [voice, signTable(signs.every, signs[voice])]));
const longestSounds = 60;

/** Sounds as a tag of the program, in X-SAMPA; empty if there are none. */
export function picoSounds(ipa: string, voice: PicoVoiceName): string {
  const sounds = mapIpa(ipa, tables.get(voice) ?? []).slice(0, longestSounds);
  if (sounds.length === 0) return '';
  const text = sounds.map(({ value, stress }) => stressSigns[stress] + value.replaceAll(' ', '')).join('');
  return `<phoneme alphabet='xsampa' ph='${text}'/>`;
}

const stressSigns = { '': '', ˈ: '"', ˌ: '%' };
