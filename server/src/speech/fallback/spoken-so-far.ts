import type { Sentence, SpeechPiece, TimedWord } from '../voice.ts';

/** What is still to be said of a sentence that broke off. */
export type Remainder = {
  readonly sentence: Sentence;
  /** Where it begins in the text of the whole. */
  readonly from: number;
  readonly atMs: number;
  readonly sampleRate: number;
};

/** How much of a sentence has been given as sound. */
export class SpokenSoFar {
  readonly #sentence: Sentence;
  readonly #words: TimedWord[] = [];
  #sampleRate = 0;
  #endMs = 0;

  constructor(sentence: Sentence) {
    this.#sentence = sentence;
  }

  get isSilent(): boolean {
    return this.#endMs === 0;
  }

  take(piece: SpeechPiece): void {
    if (piece.kind === 'start') this.#sampleRate = piece.format.sampleRate;
    if (piece.kind === 'timing') this.#words.push(...piece.words);
    if (piece.kind === 'audio') this.#endMs = piece.startMs + piece.durationMs;
  }

  /** From the first word that was not heard to its end. */
  remainder(): Remainder {
    const { text } = this.#sentence;
    const cutOff = this.#words.find(({ startMs, durationMs }) => startMs + durationMs > this.#endMs + 1);
    const from = cutOff?.from ?? this.#words.at(-1)?.to ?? 0;
    const rest = text.slice(from);
    const sentence = { ...this.#sentence, text: rest, markup: plainMarkup(rest) };
    return { sentence, from, atMs: this.#endMs, sampleRate: this.#sampleRate };
  }
}

const plainMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
