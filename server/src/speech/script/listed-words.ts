import type { Segment, SpeechStyle, StatedSounds } from '@parley/protocol';
import type { FoundWord } from '../pronunciation/word-list.ts';
import type { Sentence } from '../voice.ts';
import type { WordPositions, WrittenWord } from './written-words.ts';

export type SpokenWords = { readonly words: readonly WrittenWord[]; readonly style: SpeechStyle };

type Speech = Extract<Segment, { kind: 'speech' }>;

/**
 * Finds the listed words of a sentence, segment by segment. Markup that says how its words are read comes first. What is
 * said may have `most` characters with the rest of the sentence: further words are read as they are written.
 */
export function listedFinder({ wordList, text: shown, spokenLanguage = 'en' }: Sentence, most: number) {
  let room = most - shown.length;
  return ({ style, aliases = [] }: Speech, text: string): readonly FoundWord[] => {
    if (!wordList || style.phoneme !== undefined || style.sayAs !== undefined) return [];
    return wordList.find(text, style.lang ?? spokenLanguage).filter((word) => {
      if (aliases.some(({ from, to }) => word.from < to && word.to > from)) return false;
      const growth = lengthOf(word) - (word.to - word.from);
      if (growth > room) return false;
      room -= Math.max(0, growth);
      return true;
    });
  };
}

/** Sounds may have to be written with letters. */
const lengthOf = ({ said: { respelling = '', ipa = '' } }: FoundWord): number =>
  Math.max(respelling.length, 2 * ipa.length);

/**
 * The words of a text, in which listed words are said as the list says: by letters in place of the written ones, like
 * an alias, or by stated sounds, like a `phoneme`. The positions stay those of the written words.
 */
export function listedWords(
  text: string,
  style: SpeechStyle,
  found: readonly FoundWord[],
  positions: WordPositions,
): SpokenWords[] {
  const parts: SpokenWords[] = [];
  let words: WrittenWord[] = [];
  let isGlued = false;
  const add = (next: readonly WrittenWord[]) => {
    const [first, last] = [next[0], words.at(-1)];
    if (!isGlued || first === undefined) words.push(...next);
    else if (last === undefined) words.push(withoutHyphen(first), ...next.slice(1));
    else {
      words[words.length - 1] = { written: last.written + first.written, from: last.from, to: first.to };
      words.push(...next.slice(1));
    }
  };
  const endPart = () => {
    if (words.length > 0) parts.push({ words, style });
    words = [];
  };
  let at = 0;
  for (const { from, to, said } of found) {
    add(positions.split(text.slice(at, from)));
    const written = positions.split(text.slice(from, to));
    const { respelling, ipa } = said;
    isGlued = from > 0 && !/\s/.test(text.charAt(from - 1));
    if (ipa === undefined) {
      add([{ ...asOne(written), written: respelling ?? '' }]);
    } else {
      endPart();
      parts.push({ words: [asOne(written)], style: { ...style, phoneme: phonemeOf(ipa, respelling) } });
    }
    isGlued = !/\s/.test(text.charAt(to));
    at = to;
  }
  add(positions.split(text.slice(at)));
  endPart();
  return parts;
}

const phonemeOf = (ph: string, respelling: string | undefined): StatedSounds => ({
  alphabet: 'ipa',
  ph,
  ...(respelling === undefined ? {} : { respelling }),
  isListed: true,
});

/** The rest of a word such as "Nguyen-Team" whose beginning is said by its sounds. */
const withoutHyphen = (word: WrittenWord): WrittenWord => ({
  ...word,
  written: word.written.replace(/^-(?=[\p{L}\p{N}])/u, ''),
});

/** Words that are said together. */
export function asOne(words: readonly WrittenWord[]): WrittenWord {
  const [first, last] = [words[0], words.at(-1)];
  return {
    written: words.map(({ written }) => written).join(' '),
    from: first?.from ?? 0,
    to: last?.to ?? 0,
  };
}
