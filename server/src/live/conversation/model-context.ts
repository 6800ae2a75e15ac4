import { maxContexts, maxUserMessageBytes } from '@parley/protocol';

/** Context that a page adds for a language model: the latest texts, each once. */
export class ModelContext {
  #texts: readonly string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
  }

  add(text: string): void {
    if (text.trim() === '') return;
    this.#texts = [...this.#texts.filter((known) => known !== text), text].slice(-maxContexts);
    while (this.#bytes > maxUserMessageBytes) this.#texts = this.#texts.slice(1);
  }

  clear(): void {
    this.#texts = [];
  }

  get #bytes(): number {
    return this.#texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  }
}
