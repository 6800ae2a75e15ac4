import type { Recogniser } from '../recognition/recogniser.ts';
import { nextAttemptMs } from './attempt-schedule.ts';

type Sound = Float32Array<ArrayBuffer>;

export type AttemptsDeps = {
  readonly recogniser: Recogniser;
  readonly signal: AbortSignal;
  nowMs(): number;
  /** It is open whether the visitor interrupts. */
  isUndecided(): boolean;
  handleError(message: string): void;
};

/** Counts over all listeners, because they share a recogniser. */
let segments = 0;

/** Recognises one segment: a few times while it grows, and as a whole. */
export class Attempts {
  readonly #deps: AttemptsDeps;
  readonly #segment: number;
  #last: { readonly samples: number; readonly text: Promise<string | null> } | null = null;
  #isBusy = false;
  #nextMs: number;

  constructor(deps: AttemptsDeps) {
    segments += 1;
    this.#segment = segments;
    this.#deps = deps;
    this.#nextMs = this.#nextAfter(0, 0);
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  isDue(speechMs: number): boolean {
    const { recogniser, isUndecided } = this.#deps;
    return !this.#isBusy && speechMs >= this.#nextMs && (!recogniser.isExpensive || isUndecided());
  }

  /** Recognises the sound so far, unless that is being done. Resolves to null without a new text. */
  async attempt(sound: Sound, speechMs: () => number): Promise<string | null> {
    // Recognisers may transfer the buffer, which sets its length to 0.
    const samples = sound.length;
    if (this.#isBusy || this.#last?.samples === samples) return null;
    const beganMs = this.#deps.nowMs();
    this.#isBusy = true;
    const text = this.#recognise(sound, false);
    this.#last = { samples, text };
    await text;
    this.#isBusy = false;
    this.#nextMs = this.#nextAfter(speechMs(), this.#deps.nowMs() - beganMs);
    return await text;
  }

  /** The text of the whole segment. Null if the recognition failed. */
  whole(sound: Sound): Promise<string | null> {
    const known = this.#deps.recogniser.needsEnd ? null : this.textOf(sound);
    return known ?? this.#recognise(sound, true);
  }

  /** What was recognised in exactly this sound; null if that was not tried. */
  textOf(sound: Sound): Promise<string | null> | null {
    return this.#last?.samples === sound.length ? this.#last.text : null;
  }

  #nextAfter(speechMs: number, tookMs: number): number {
    const { recogniser, isUndecided } = this.#deps;
    return nextAttemptMs(speechMs, tookMs, isUndecided(), recogniser.isExpensive);
  }

  async #recognise(sound: Sound, isLast: boolean): Promise<string | null> {
    const { recogniser, signal, handleError } = this.#deps;
    try {
      return (await recogniser.recognise(sound, signal, { segment: this.#segment, isLast })).trim();
    } catch (error) {
      if (!signal.aborted) handleError(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}
