import { styleAt } from '../units/span-style.ts';
import type { SpeechUnit, StyleSpan } from '../units/unit.ts';
import { picoSounds } from './pico-sounds.ts';
import type { PicoVoiceName } from './pico-voices.ts';
import { picoVoices } from './pico-voices.ts';

export type PicoWord = { readonly written: string; readonly from: number; readonly to: number };

/** No listener follows a longer word. */
export const maxLetters = 100;
const maxWords = 120;

export function wordsOf({ text }: Pick<SpeechUnit, 'text'>): PicoWord[] {
  return [...text.matchAll(/\S+/g)].slice(0, maxWords).map((match) => ({
    written: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/**
 * The text as the program gets it: with the program's own tags for rate, pitch and loudness. Signs that begin a tag are
 * removed from the words, because a tag of the program can also read and write files.
 */
export function picoText(unit: SpeechUnit<PicoVoiceName>): string {
  const { and } = picoVoices[unit.voice];
  return wordsOf(unit)
    .map(({ written, from }) => {
      const style = styleAt(unit.spans, from);
      const sounds = style.ipa === undefined ? '' : picoSounds(style.ipa, unit.voice);
      // Punctuation stays behind the sounds.
      const letters = sounds === '' ? written : written.slice(style.to - from);
      const plain = letters.slice(0, maxLetters).replaceAll('&', ` ${and} `);
      return styled(sounds + plain.replaceAll(/[<>\p{Cc}\p{Cs}]/gu, ' '), style);
    })
    .join(' ');
}

const styled = (text: string, { rate, pitch, gain }: StyleSpan): string =>
  tagged('volume', gain, [0, 500], tagged('pitch', pitch, [50, 200], tagged('speed', rate, [20, 500], text)));

function tagged(tag: string, factor: number, [least, most]: readonly [number, number], text: string): string {
  const level = Math.round(Math.min(most, Math.max(least, 100 * factor)));
  return level === 100 ? text : `<${tag} level="${level}">${text}</${tag}>`;
}
