import type { Sentence, SpeechPiece, TimedWord } from '../voice.ts';

/** The part of a sentence that is still to be spoken after a voice broke off. */
export type Remainder = {
  readonly sentence: Sentence;
  /** Its position in the text of the whole sentence. */
  readonly from: number;
  readonly atMs: number;
  readonly sampleRate: number;
};

/** Tracks how much of a sentence has been spoken. */
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

  /** The sentence from the first word that was not spoken to its end. */
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
