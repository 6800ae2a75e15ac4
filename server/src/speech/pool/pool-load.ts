import type { Clock } from '../../kernel/index.ts';
import { Capacity } from './capacity.ts';
import type { FairQueue } from './fair-queue.ts';
import { isWarmingUp, type Job, type Seat } from './seat.ts';
import type { VoiceKind } from './worker-messages.ts';

/** Watches the threads of a pool and its queue, to tell how many listeners they can serve. */
export class PoolLoad<Kind extends VoiceKind> {
  readonly #seats: readonly Seat<Kind>[];
  readonly #queue: FairQueue<Job<Kind>>;
  readonly #clock: Clock;
  readonly #capacity = new Capacity();
  /** When the last thread had made its first unit. */
  #warmSinceMs = 0;

  constructor(seats: readonly Seat<Kind>[], queue: FairQueue<Job<Kind>>, clock: Clock) {
    this.#seats = seats;
    this.#queue = queue;
    this.#clock = clock;
  }

  /** How long a second of sound takes to make, in seconds; null if nothing was measured yet. */
  get factor(): number | null {
    return this.#capacity.factor;
  }

  /** How much of the threads' time so many listeners need, of what may be promised to them: 1 is all of it. */
  promised(listeners: number): number {
    return this.#capacity.promised(listeners, this.#seats.length);
  }

  /** Whether one more listener would be too many: the threads could not make its sound as fast as it is played. */
  isFull(listeners: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    this.noteWait();
    const due = this.#queue.due(nowMs);
    return this.#capacity.isFull({ listeners, due, threads: this.#seats.length, nowMs });
  }

  /** Reports that the unit of a seat is done, and the processor time that it took. */
  measure(seat: Seat<Kind>, cpuMs: number): void {
    if (seat.isWarm && !seat.isCutShort) this.#capacity.made(seat.madeMs, cpuMs);
    if (seat.isWarm) return;
    seat.isWarm = true;
    this.#warmSinceMs = this.#clock.monotonicMs();
  }

  /** While a thread starts, everybody waits; that says nothing about its speed. */
  noteWait(): void {
    const nowMs = this.#clock.monotonicMs();
    const isWarm = this.#seats.some((seat) => seat.isWarm);
    const isStarting = this.#seats.some((seat) => isWarmingUp(seat));
    if (!isWarm || isStarting) return;
    const waitedMs = Math.min(this.#queue.longestWaitMs(nowMs), nowMs - this.#warmSinceMs);
    this.#capacity.started(waitedMs, nowMs);
  }
}
