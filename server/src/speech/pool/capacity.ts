/**
 * The share of the threads' processor time that may be promised to listeners. The rest is a reserve for other work and
 * for a machine that becomes slower. Few visitors listen all the time.
 */
const promisedShare = 0.6;
/** After the threads were full, they have room again below this share of the time that may be promised. */
const roomAgainShare = 0.85;
/** Processor seconds for a second of sound on a slow machine. It is assumed until something was measured. */
const factorAtFirst = 0.08;
/** A delay of this length would be heard as a gap. */
const lateMs = 500;
/** The threads count as full for this long after speech was late. */
const memoryMs = 10_000;
/**
 * Processor time is averaged over about this much of the latest sound, in a short and a long window. The larger
 * average counts: threads that become slower are noticed soon, threads that become faster only later. A single short
 * clause says little, because each clause has a fixed cost, whatever its length.
 */
const windowsMs = [5_000, 40_000];

/** The longest time that a new listener may wait for its first sound behind other waiting callers. */
const startsWithinMs = 2_000;
/** The assumed length of a sentence until one was measured. */
const soundAtFirstMs = 5_000;
/** The weight of a new sentence in the average processor time of a sentence. */
const sentenceWeight = 0.2;

export type Demand = {
  /** Callers that listen to the voice. */
  readonly listeners: number;
  /** How many callers wait for sound that they need now. */
  readonly due: number;
  readonly threads: number;
  readonly nowMs: number;
};

/** Decides whether a voice's threads can serve one more listener, based on their measured speed. */
export class Capacity {
  readonly #sums = windowsMs.map((windowMs) => ({ windowMs, soundMs: 0, tookMs: 0 }));
  /** The average processor time of one job. */
  #sentenceMs = factorAtFirst * soundAtFirstMs;
  #isFull = false;
  #lateUntilMs = Number.NEGATIVE_INFINITY;

  /** Processor seconds for a second of sound; null if nothing was measured yet. */
  get factor(): number | null {
    if (this.#sums.every(({ soundMs }) => soundMs === 0)) return null;
    return Math.max(...this.#sums.map(({ soundMs, tookMs }) => tookMs / soundMs));
  }

  /** Reports the processor time that some sound took. */
  made(soundMs: number, tookMs: number): void {
    if (soundMs <= 0) return;
    this.#sentenceMs += (tookMs - this.#sentenceMs) * sentenceWeight;
    for (const sum of this.#sums) {
      const kept = Math.exp(-soundMs / sum.windowMs);
      sum.soundMs = sum.soundMs * kept + soundMs;
      sum.tookMs = sum.tookMs * kept + tookMs;
    }
  }

  /** Reports how long a caller has waited for speech. */
  started(waitedMs: number, nowMs: number): void {
    if (waitedMs > lateMs) this.#lateUntilMs = nowMs + memoryMs;
  }

  /** The part of the promised share that this many listeners need: 1 is all of it. */
  promised(listeners: number, threads: number): number {
    return (listeners * (this.factor ?? factorAtFirst)) / (promisedShare * threads);
  }

  /** Whether one more listener, in addition to the current ones, would be too many. */
  isFull({ listeners, due, threads, nowMs }: Demand): boolean {
    const isBusy = this.promised(listeners + 1, threads) > (this.#isFull ? roomAgainShare : 1);
    const startsLate = (due * this.#sentenceMs) / threads > startsWithinMs;
    this.#isFull = isBusy || startsLate || nowMs < this.#lateUntilMs;
    return this.#isFull;
  }
}
