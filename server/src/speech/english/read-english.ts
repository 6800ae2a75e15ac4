import { foldCharacter, notAscii } from './ascii.ts';
import { firstRules } from './first-rules.ts';
import { Normalizer, type Rule } from './normalize/index.ts';
import { readWord } from './read-word.ts';
import { normalizerData } from './tables.ts';
import { type Pause, type Token, tokenize } from './tokens.ts';

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

const normalizer = new Normalizer(normalizerData, firstRules);
const plainLetters: Rule = { pattern: notAscii, rewrite: ([character = '']) => foldCharacter(character) };

/** Turns written English into spoken words. Never throws. Text without a sound in English gives no words. */
export function readEnglish(text: string): SpokenText[] {
  const mapped = normalizer.normalize(text).apply(plainLetters);
  const tokens = tokenize(mapped.text);
  const isShouted = isAllCapitals(tokens);
  const spoken: SpokenText[] = [];
  tokens.forEach(({ core, pause, start, end }, index) => {
    const next = pause === '' ? (tokens[index + 1]?.core ?? '') : '';
    const words = readWord(core, { isShouted, next }).filter(isSayable);
    const source = mapped.sourceOf(start, end);
    const last = spoken.at(-1);
    if (last === undefined || source.from >= last.to) {
      spoken.push({ ...source, words, pause });
      return;
    }
    // Several words that stand for the same part of the text, such as "5km".
    const between = last.pause === '' ? [] : [','];
    const all = [...last.words, ...between, ...words];
    spoken[spoken.length - 1] = { from: last.from, to: Math.max(last.to, source.to), words: all, pause };
  });
  return spoken;
}

function isAllCapitals(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ core }) => /[A-Za-z]{2,}/.test(core));
  return words.length > 2 && words.every(({ core }) => core === core.toUpperCase());
}

function isSayable(word: string): boolean {
  return word === ',' || word === '_a' || /^[a-z]+(?:'[a-z]+)*$/.test(word);
}
