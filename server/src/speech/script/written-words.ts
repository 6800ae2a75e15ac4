/** What is read for a word of the sentence's text, which is at `from` up to but not including `to`. */
export type WrittenWord = {
  readonly written: string;
  readonly from: number;
  readonly to: number;
  /** Its sounds in the phonetic alphabet, if they are stated and the voice takes them. */
  readonly ipa?: string;
};

/** Scripts that put no space between words. */
export const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Splits spoken text into words and finds their positions in the displayed text. */
export class WordPositions {
  readonly #text: string;
  readonly #locale: string | undefined;
  /** Few texts need it, and to create it takes longer than to read a sentence. */
  #segmenter: Intl.Segmenter | undefined;
  #cursor = 0;

  constructor(text: string, locale: string | undefined) {
    this.#text = text;
    this.#locale = locale;
  }

  split(said: string): WrittenWord[] {
    return said
      .split(/\s+/)
      .flatMap((part) => (unspaced.test(part) ? this.#parts(part) : [part]))
      .filter((part) => part !== '')
      .map((written) => this.#locate(written));
  }

  /** If the word is not in the text, it gets the position reached so far and no length. */
  #locate(written: string): WrittenWord {
    const found = this.#text.indexOf(written, this.#cursor);
    if (found === -1) return { written, from: this.#cursor, to: this.#cursor };
    this.#cursor = found + written.length;
    return { written, from: found, to: this.#cursor };
  }

  #parts(part: string): string[] {
    const parts: string[] = [];
    this.#segmenter ??= createSegmenter(this.#locale);
    for (const { segment, isWordLike } of this.#segmenter.segment(part)) {
      const last = parts.length - 1;
      if (isWordLike || last < 0) parts.push(segment);
      else parts[last] += segment;
    }
    return parts;
  }
}

function createSegmenter(locale: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(locale, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}
