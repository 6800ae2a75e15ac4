/** Of the threads' time, so much may be used for speech. The rest is a reserve. */
const usableShare = 0.8;
/** Speech that is made so much too late would be heard as a gap. */
const lateMs = 500;
/** For so long after it was too late, the threads count as full. */
const memoryMs = 10_000;
/** How much a new measurement counts, for each second of sound. */
const weightPerSecond = 0.05;

/** Knows whether the threads of a voice can make speech for one more listener, from what they did before. */
export class Capacity {
  #factor: number | null = null;
  #lateUntilMs = Number.NEGATIVE_INFINITY;

  /** How long a second of sound takes, in seconds; null if nothing was measured yet. */
  get factor(): number | null {
    return this.#factor;
  }

  /** Reports that some sound took so long to make. */
  made(soundMs: number, tookMs: number): void {
    if (soundMs <= 0) return;
    const factor = tookMs / soundMs;
    const weight = Math.min(1, (weightPerSecond * soundMs) / 1_000);
    this.#factor = this.#factor === null ? factor : this.#factor + (factor - this.#factor) * weight;
  }

  /** Reports that speech for which a caller has waited is being made now. */
  started(waitedMs: number, nowMs: number): void {
    if (waitedMs > lateMs) this.#lateUntilMs = nowMs + memoryMs;
  }

  /** Whether one more speaker, beside those that there are, would be too many. */
  isFull(speakers: number, threads: number, nowMs: number): boolean {
    if (nowMs < this.#lateUntilMs) return true;
    return this.#factor !== null && (speakers + 1) * this.#factor > usableShare * threads;
  }
}
