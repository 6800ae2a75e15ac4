import type { Turn } from '@parley/client/sdk/ears';
import type { Recogniser } from '../recognition/recogniser.ts';
import { Attempts } from './attempts.ts';
import { Segmenter } from './segmenter.ts';
import { hasWords } from './words.ts';

export type TurnListenerDeps = {
  readonly recogniser: Recogniser;
  readonly turn: Turn;
  nowMs(): number;
  handleError(message: string): void;
};

type Part = { readonly attempts: Attempts; text: string };

/** Listens while the visitor holds a button. Pauses end nothing. Only a very long turn is recognised in parts. */
export class TurnListener {
  readonly #deps: TurnListenerDeps;
  readonly #segmenter = new Segmenter(Number.POSITIVE_INFINITY);
  readonly #closing = new AbortController();
  readonly #parts: Part[] = [];
  readonly #wholes: Promise<boolean>[] = [];
  #part: Part | null = null;
  /** A pause came while the words before it were still being recognised. */
  #hasMore = false;
  #isOver = false;

  constructor(deps: TurnListenerDeps) {
    this.#deps = deps;
  }

  handleFrame(frame: Float32Array, probability: number): void {
    if (this.#isOver) return;
    // Every silence may last.
    this.#segmenter.hold();
    const event = this.#segmenter.push(frame, probability);
    if (event?.kind === 'begin') this.#begin();
    const part = this.#part;
    if (part === null) return;
    if (event?.kind === 'end') return this.#end(part, event.audio);
    const { isReady, isExpensive } = this.#deps.recogniser;
    const isPause = event?.kind === 'pause' && !isExpensive;
    if (isReady && (isPause || part.attempts.isDue(this.#segmenter.speechMs))) void this.#attempt(part);
  }

  /** The visitor has released the button, and this was all of the sound. */
  handleEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#part !== null) this.#end(this.#part, this.#segmenter.finish());
    const { turn } = this.#deps;
    turn.handleHeard();
    void Promise.all(this.#wholes).then((areKnown) =>
      turn.handleDone(areKnown.every((isKnown) => isKnown) ? this.#text : ''),
    );
  }

  /** No more sound comes. The words so far are not sent, because their end would be missing. */
  handleCrash(message: string): void {
    if (this.#isOver) return;
    this.close();
    const { turn, handleError } = this.#deps;
    handleError(message);
    void turn.released.then(() => {
      turn.handleHeard();
      turn.handleDone('');
    });
  }

  /** Ends a turn that is not over. The words of one that is over are still reported. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#closing.abort();
  }

  get #text(): string {
    return this.#parts
      .map(({ text }) => text)
      .filter(hasWords)
      .join(' ');
  }

  #begin(): void {
    const { recogniser, nowMs, handleError } = this.#deps;
    const { signal } = this.#closing;
    const attempts = new Attempts({ recogniser, signal, nowMs, handleError, isUndecided: () => false });
    this.#part = { attempts, text: '' };
    this.#parts.push(this.#part);
  }

  async #attempt(part: Part): Promise<void> {
    this.#hasMore = part.attempts.isBusy;
    if (this.#hasMore) return;
    const text = await part.attempts.attempt(this.#segmenter.audio(), () => this.#segmenter.speechMs);
    if (part !== this.#part) return;
    if (text !== null) this.#show(part, text);
    if (this.#hasMore) void this.#attempt(part);
  }

  #end(part: Part, sound: Float32Array<ArrayBuffer>): void {
    this.#part = null;
    const whole = part.attempts.whole(sound).then((text) => {
      if (text !== null) this.#show(part, text);
      return text !== null;
    });
    this.#wholes.push(whole);
  }

  #show(part: Part, text: string): void {
    if (this.#closing.signal.aborted) return;
    part.text = text;
    this.#deps.turn.handleWords(this.#text);
  }
}
