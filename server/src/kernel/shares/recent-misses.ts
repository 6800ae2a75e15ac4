import type { Clock } from '../time/clock.ts';

/**
 * Remembers for a moment which look-ups found nothing, so that the same question does not read the database again. Old
 * and surplus entries are forgotten, oldest first.
 */
export class RecentMisses {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #forMs: number;
  readonly #max: number;
  readonly #missedAtMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, { forMs = 2_000, max = 10_000 } = {}) {
    this.#clock = clock;
    this.#forMs = forMs;
    this.#max = max;
  }

  get size(): number {
    return this.#missedAtMs.size;
  }

  has(key: string): boolean {
    const missedAtMs = this.#missedAtMs.get(key);
    if (missedAtMs === undefined) return false;
    if (this.#clock.monotonicMs() - missedAtMs < this.#forMs) return true;
    this.#missedAtMs.delete(key);
    return false;
  }

  /** `sinceMs`: when the look-up began. */
  add(key: string, sinceMs = this.#clock.monotonicMs()): void {
    this.#missedAtMs.delete(key);
    if (this.#missedAtMs.size >= this.#max)
      this.#missedAtMs.delete(this.#missedAtMs.keys().next().value ?? '');
    this.#missedAtMs.set(key, sinceMs);
  }

  forget(key: string): void {
    this.#missedAtMs.delete(key);
  }

  clear(): void {
    this.#missedAtMs.clear();
  }
}
