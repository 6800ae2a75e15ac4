import { foldCharacter, notAscii } from './ascii.ts';
import { type Rule, writeOut } from './normalize/index.ts';
import { readWord } from './read-word.ts';
import { type Pause, tokenize } from './tokens.ts';

/**
 * Spoken words for a part of the text: `from` up to but not including `to`. They are in small letters, with nothing but
 * letters and apostrophes. A comma is a short pause.
 */
export type SpokenText = {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
  readonly pause: Pause;
};

const plainLetters: Rule = { pattern: notAscii, rewrite: ([character = '']) => foldCharacter(character) };

/** Turns written English into spoken words. Never throws. Text without a sound in English gives no words. */
export function readEnglish(text: string): SpokenText[] {
  const mapped = writeOut(text).apply(plainLetters);
  const spoken: { from: number; to: number; words: string[]; pause: Pause }[] = [];
  for (const { core, pause, start, end } of tokenize(mapped.text)) {
    const words = readWord(core).filter(isSayable);
    const { from, to } = mapped.sourceOf(start, end);
    const last = spoken.at(-1);
    if (last === undefined || from >= last.to) {
      spoken.push({ from, to, words, pause });
      continue;
    }
    // Several words that stand for the same part of the text, such as "5km".
    if (last.pause !== '') last.words.push(',');
    last.words.push(...words);
    last.to = Math.max(last.to, to);
    last.pause = pause;
  }
  return spoken;
}

function isSayable(word: string): boolean {
  return word === ',' || word === '_a' || /^[a-z]+(?:'[a-z]+)*$/.test(word);
}
