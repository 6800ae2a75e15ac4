import { createSentenceCutter } from '@parley/protocol';

/** Measures an answer from now on: when its first sentence is whole, and when it ends. */
export class AnswerTimer {
  readonly #startedMs = performance.now();
  readonly #cutter = createSentenceCutter();
  #read = 0;
  #firstSentenceMs: number | null = null;

  /** Takes the whole reply so far. */
  look(reply: string): void {
    if (this.#firstSentenceMs === null && this.#cutter.push(reply.slice(this.#read)).length > 0)
      this.#firstSentenceMs = this.#took();
    this.#read = reply.length;
  }

  /** `words` are those of the whole answer. The last sentence may have no end of its own. */
  end(words: string): { readonly firstSentenceMs: number | null; readonly totalMs: number } {
    const totalMs = this.#took();
    return { firstSentenceMs: this.#firstSentenceMs ?? (words === '' ? null : totalMs), totalMs };
  }

  #took(): number {
    return Math.ceil(performance.now() - this.#startedMs);
  }
}
