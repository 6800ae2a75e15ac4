import type { Clock } from '../../kernel/index.ts';
import { Capacity } from './capacity.ts';
import type { FairQueue } from './fair-queue.ts';
import { isWarmingUp, type Job, type ThreadSlot } from './thread-slot.ts';
import type { VoiceKind } from './worker-messages.ts';

/** Watches the threads of a pool and its queue, to tell how many listeners they can serve. */
export class PoolLoad<Kind extends VoiceKind> {
  readonly #slots: readonly ThreadSlot<Kind>[];
  readonly #queue: FairQueue<Job<Kind>>;
  readonly #clock: Clock;
  readonly #capacity = new Capacity();
  /** When the last thread had made its first unit. */
  #warmSinceMs = 0;

  constructor(slots: readonly ThreadSlot<Kind>[], queue: FairQueue<Job<Kind>>, clock: Clock) {
    this.#slots = slots;
    this.#queue = queue;
    this.#clock = clock;
  }

  /** How long a second of sound takes to make, in seconds; null if nothing was measured yet. */
  get factor(): number | null {
    return this.#capacity.factor;
  }

  /** How much of the threads' time so many listeners need, of what may be promised to them: 1 is all of it. */
  promised(listeners: number): number {
    return this.#capacity.promised(listeners, this.#slots.length);
  }

  /** Whether one more listener would be too many: the threads could not make its sound as fast as it is played. */
  isFull(listeners: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    this.noteWait();
    const due = this.#queue.due(nowMs);
    return this.#capacity.isFull({ listeners, due, threads: this.#slots.length, nowMs });
  }

  /** Reports that the unit of a slot is done, and the processor time that it took. */
  measure(slot: ThreadSlot<Kind>, cpuMs: number): void {
    if (slot.isWarm && !slot.isCutShort) this.#capacity.made(slot.madeMs, cpuMs);
    if (slot.isWarm) return;
    slot.isWarm = true;
    this.#warmSinceMs = this.#clock.monotonicMs();
  }

  /** While a thread starts, everybody waits; that says nothing about its speed. */
  noteWait(): void {
    const nowMs = this.#clock.monotonicMs();
    const isWarm = this.#slots.some((slot) => slot.isWarm);
    const isStarting = this.#slots.some((slot) => isWarmingUp(slot));
    if (!isWarm || isStarting) return;
    const waitedMs = Math.min(this.#queue.longestWaitMs(nowMs), nowMs - this.#warmSinceMs);
    this.#capacity.started(waitedMs, nowMs);
  }
}
