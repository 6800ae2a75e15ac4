/**
 * Of the processor time of the threads, so much may be promised to listeners. The rest is for everything else, and for a
 * machine that becomes slower: hardly anybody listens all the time.
 */
const promisedShare = 0.6;
/** When the threads were full, they have room again below this share of what may be promised. */
const roomAgainShare = 0.85;
/** What a second of sound takes on a slow machine, in seconds of the processor. It holds until something was measured. */
const factorAtFirst = 0.08;
/** Speech that is made so much too late would be heard as a gap. */
const lateMs = 500;
/** For so long after it was too late, the threads count as full. */
const memoryMs = 10_000;
/**
 * What sound took is added up over about the last so much sound. The larger of the two sums by length counts: threads that
 * become slower are noticed soon, and threads that become faster are believed later. One short clause says little, because
 * each clause costs something whatever its length.
 */
const windowsMs = [5_000, 40_000];

/** A new listener may wait so long for its first sound because of others that wait already. */
const startsWithinMs = 2_000;
/** A sentence has about so much sound, as long as none was measured. */
const soundAtFirstMs = 5_000;
/** How much a new sentence counts for what a sentence takes. */
const sentenceWeight = 0.2;

export type Demand = {
  /** Callers that listen to the voice. */
  readonly listeners: number;
  /** Those of them that wait for sound that they need now. */
  readonly due: number;
  readonly threads: number;
  readonly nowMs: number;
};

/** Knows whether the threads of a voice can make speech for one more listener, from what they did before. */
export class Capacity {
  readonly #sums = windowsMs.map((windowMs) => ({ windowMs, soundMs: 0, tookMs: 0 }));
  /** How long a thread takes for what it makes in one go. */
  #sentenceMs = factorAtFirst * soundAtFirstMs;
  #isFull = false;
  #lateUntilMs = Number.NEGATIVE_INFINITY;

  /** How long a second of sound takes, in seconds; null if nothing was measured yet. */
  get factor(): number | null {
    if (this.#sums.every(({ soundMs }) => soundMs === 0)) return null;
    return Math.max(...this.#sums.map(({ soundMs, tookMs }) => tookMs / soundMs));
  }

  /** Reports that some sound took so much processor time. */
  made(soundMs: number, tookMs: number): void {
    if (soundMs <= 0) return;
    this.#sentenceMs += (tookMs - this.#sentenceMs) * sentenceWeight;
    for (const sum of this.#sums) {
      const kept = Math.exp(-soundMs / sum.windowMs);
      sum.soundMs = sum.soundMs * kept + soundMs;
      sum.tookMs = sum.tookMs * kept + tookMs;
    }
  }

  /** Reports that speech for which a caller has waited is being made now. */
  started(waitedMs: number, nowMs: number): void {
    if (waitedMs > lateMs) this.#lateUntilMs = nowMs + memoryMs;
  }

  /** How much of what may be promised is promised to so many listeners: 1 is all of it. */
  promised(listeners: number, threads: number): number {
    return (listeners * (this.factor ?? factorAtFirst)) / (promisedShare * threads);
  }

  /** Whether one more listener, beside those that there are, would be too many. */
  isFull({ listeners, due, threads, nowMs }: Demand): boolean {
    const isBusy = this.promised(listeners + 1, threads) > (this.#isFull ? roomAgainShare : 1);
    const startsLate = (due * this.#sentenceMs) / threads > startsWithinMs;
    this.#isFull = isBusy || startsLate || nowMs < this.#lateUntilMs;
    return this.#isFull;
  }
}
