import { normalized } from '@parley/protocol/wire';
import type { Following } from './lexicon.ts';
import { consonants, pauseMarks, vowels } from './phonemes.ts';
import { type Part, type TaggedToken, wordsOf } from './token-parts.ts';
import { balance, isSilent, joined } from './word-joiner.ts';
import type { WordReader } from './word-reader.ts';

/** Reads a word that no lexicon knows. */
export type SayUnknown = (word: string) => string;

/** A word of the text with its pronunciation. */
export type SpokenWord = {
  readonly at: number;
  readonly length: number;
  readonly phonemes: string;
  readonly space: string;
};

/** No lexicon has a longer entry. */
const longestWord = 48;
/** No real word has more parts. */
const maxParts = 64;
const capitalised = 0.5;
const allCapitals = 2;

/** Letters or symbols. */
const unknownPiece = /[\p{L}\p{Nl}\p{No}]+(?:['‘’][\p{L}\p{Nl}\p{No}]+)*|[^\p{L}\p{N}]+/gu;

/** Turns tagged tokens into phonemes, last word first, because a word may depend on the next word's first sound. */
export class Phonemizer {
  readonly #words: WordReader;

  constructor(words: WordReader) {
    this.#words = words;
  }

  phonemize(tokens: readonly TaggedToken[], unknown: SayUnknown): SpokenWord[] {
    const words = wordsOf(tokens);
    let following: Following = { vowel: null, to: false };
    for (const parts of [...words].reverse()) following = this.#readParts(parts, following, unknown);
    return words.map(spokenWord);
  }

  #readParts(parts: readonly Part[], after: Following, unknown: SayUnknown): Following {
    let following = after;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) {
      only.phonemes ??= this.#read(only, following) ?? this.#readUnknown(only, unknown);
      return followingOf(following, only);
    }
    let end = parts.length;
    let start = firstUsefulStart(parts, end);
    while (start < end) {
      const some = parts.slice(start, end);
      const whole = joined(some);
      const phonemes = this.#read(whole, following);
      if (phonemes !== null) {
        setPhonemes(some, phonemes);
        following = followingOf(following, { text: whole.text, tag: whole.tag, phonemes });
        end = start;
        start = firstUsefulStart(parts, end);
      } else if (some.length > 1) {
        start += 1;
      } else if (isSilent(whole.text)) {
        setPhonemes(some, '');
        end = start;
        start = firstUsefulStart(parts, end);
      } else {
        setPhonemes(parts, this.#readUnknown(joined(parts), unknown));
        return following;
      }
    }
    balance(parts);
    return following;
  }

  #read(part: Part, following: Following): string | null {
    const word = normalized(part.text.replaceAll(/[‘’]/g, "'"), 'NFKC');
    const stress =
      word === word.toLowerCase() ? null : word === word.toUpperCase() ? allCapitals : capitalised;
    return this.#words.read(word, part.tag, stress, following);
  }

  /** Reads a word with an unknown part: the net reads its letters. A dash is a pause. */
  #readUnknown(part: Part, unknown: SayUnknown): string {
    const pieces = [...part.text.matchAll(unknownPiece)].map(({ 0: piece }) => {
      if (/^[\p{L}\p{N}]/u.test(piece)) return unknown(piece.replaceAll(/['‘’]/g, ''));
      return piece.includes('—') ? '—' : '';
    });
    return pieces.filter((piece) => piece !== '').join(' ');
  }
}

/** Parts are not looked up together if they are longer than any word, or too many. So the time is linear. */
function firstUsefulStart(parts: readonly Part[], end: number): number {
  let start = end - 1;
  if (parts.length > maxParts) return Math.max(0, start);
  for (let length = parts[start]?.text.length ?? 0; start > 0; start -= 1) {
    length += parts[start - 1]?.text.length ?? 0;
    if (length > longestWord) break;
  }
  return Math.max(0, start);
}

function setPhonemes(parts: readonly Part[], phonemes: string): void {
  parts.forEach((part, index) => {
    part.phonemes = index === 0 ? phonemes : '';
  });
}

function followingOf(
  following: Following,
  { text, tag, phonemes }: Pick<Part, 'text' | 'tag' | 'phonemes'>,
): Following {
  const to = text === 'to' || text === 'To' || (text === 'TO' && (tag === 'TO' || tag === 'IN'));
  for (const sound of phonemes ?? '') {
    if (pauseMarks.has(sound)) return { vowel: null, to };
    if (vowels.has(sound)) return { vowel: true, to };
    if (consonants.has(sound)) return { vowel: false, to };
  }
  return { vowel: following.vowel, to };
}

function spokenWord(parts: readonly Part[]): SpokenWord {
  const pieces: string[] = [];
  for (const part of parts) {
    const phonemes = part.phonemes ?? '';
    if (phonemes === '') continue;
    if (part.spaceBefore && pieces.length > 0 && pieces.at(-1)?.endsWith(' ') === false) pieces.push(' ');
    pieces.push(phonemes);
  }
  const [first, last] = [parts[0], parts.at(-1)];
  const at = first?.at ?? 0;
  return {
    at,
    length: last === undefined ? 0 : last.at + last.length - at,
    phonemes: pieces.join('').replaceAll('ɾ', 'T').replaceAll('ʔ', 't'),
    space: last?.space ?? '',
  };
}
