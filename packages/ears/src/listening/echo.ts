import { soundsLike, wordsOf } from './words.ts';

type SpokenSentence = { readonly words: readonly string[]; readonly fromMs: number; toMs: number | null };

/** Sound takes time from the loudspeaker through the room to the recogniser. */
const echoDelayMs = 700;
const memoryMs = 30_000;
const minMatchShare = 0.7;
/** Sentences are shorter. Comparing words with a longer text would take long. */
const longestSentence = 2_000;

/** Remembers what the avatar said and when, so that its own voice is not mistaken for the visitor's. */
export class EchoMemory {
  #sentences: SpokenSentence[] = [];

  handleSentence(text: string, nowMs: number): void {
    this.#finish(nowMs);
    this.#sentences = this.#sentences.filter(({ toMs }) => toMs === null || nowMs - toMs < memoryMs);
    this.#sentences.push({ words: wordsOf(text.slice(0, longestSentence)), fromMs: nowMs, toMs: null });
  }

  handleSilence(nowMs: number): void {
    this.#finish(nowMs);
  }

  /** True if the avatar could be heard during this time. */
  overlaps(fromMs: number, toMs: number): boolean {
    return this.#during(fromMs, toMs).length > 0;
  }

  isEcho(text: string, fromMs: number, toMs: number): boolean {
    const heard = wordsOf(text);
    const said = this.#during(fromMs, toMs).flatMap(({ words }) => words);
    if (heard.length === 0 || said.length === 0) return false;
    return longestMatch(heard, said) / heard.length >= (heard.length < 4 ? 1 : minMatchShare);
  }

  #during(fromMs: number, toMs: number): SpokenSentence[] {
    return this.#sentences.filter(
      (said) => said.fromMs <= toMs && (said.toMs === null || said.toMs + echoDelayMs >= fromMs),
    );
  }

  #finish(nowMs: number): void {
    const last = this.#sentences.at(-1);
    if (last !== undefined) last.toMs ??= nowMs;
  }
}

/** How many of the heard words appear in the same order and close together in what was said. */
function longestMatch(heard: readonly string[], said: readonly string[]): number {
  const width = heard.length + Math.ceil(heard.length / 3);
  let most = 0;
  for (let from = 0; from === 0 || from + width <= said.length; from++) {
    most = Math.max(most, commonInOrder(heard, said.slice(from, from + width)));
  }
  return most;
}

function commonInOrder(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    other.forEach((candidate, j) => {
      next.push(soundsLike(word, candidate) ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    });
    row = next;
  }
  return row[other.length] ?? 0;
}
