import { writeOut } from '../../english/normalize/index.ts';
import { type Accent, Endings } from './endings.ts';
import type { Lexicon } from './lexicon.ts';
import { Phonemizer } from './phonemizer.ts';
import { type Reading, readingOf } from './reading.ts';
import { tokensOf } from './segments.ts';
import type { Tagger } from './tagger.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { ReadUnknown } from './unknown-words.ts';
import { WordReader } from './word-reader.ts';

export type EnglishReaderDeps = {
  readonly accent: Accent;
  readonly lexicon: Lexicon;
  readonly tokenizer: Tokenizer;
  readonly tagger: Tagger;
  readonly readUnknown: ReadUnknown;
};

const maxRemembered = 4_096;
/** Text with more unknown words than this is not speech. Its other unknown words are spelled. */
const maxUnknown = 256;

/** Reads English text into phonemes. */
export class EnglishReader {
  readonly #deps: EnglishReaderDeps;
  readonly #phonemizer: Phonemizer;
  readonly #remembered = new Map<string, string>();

  constructor(deps: EnglishReaderDeps) {
    this.#deps = deps;
    this.#phonemizer = new Phonemizer(new WordReader(deps.lexicon, new Endings(deps.accent)));
  }

  async read(text: string): Promise<Reading> {
    const { lexicon, tokenizer, tagger, readUnknown } = this.#deps;
    const mapped = writeOut(text);
    const tokens = tokensOf(mapped, tokenizer, tagger);
    const unknown = new Set<string>();
    const spoken = this.#phonemizer.phonemize(tokens, (word) => {
      const known = this.#remembered.get(word);
      if (known === undefined) unknown.add(word);
      return known ?? '';
    });
    if (unknown.size === 0) return readingOf(spoken, mapped);
    // A word's pronunciation by the net can change the reading of the word before it. So the text is read again.
    const asked = [...unknown].slice(0, maxUnknown);
    const answers = await readUnknown(asked);
    const answered = new Map(asked.map((word, index) => [word, answers[index] ?? '']));
    const again = this.#phonemizer.phonemize(
      tokens,
      (word) => answered.get(word) ?? this.#remembered.get(word) ?? lexicon.spell(word) ?? '',
    );
    this.#remember(answered);
    return readingOf(again, mapped);
  }

  #remember(answered: ReadonlyMap<string, string>): void {
    for (const [word, phonemes] of answered) this.#remembered.set(word, phonemes);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= maxRemembered) return;
      this.#remembered.delete(oldest);
    }
  }
}
