import type { Clock } from '../../kernel/index.ts';
import { Capacity } from './capacity.ts';
import type { FairQueue } from './fair-queue.ts';
import { isWarmingUp, type Job, type ThreadSlot } from './thread-slot.ts';

/** Watches a pool's threads and queue, to decide how many listeners they can serve. */
export class PoolLoad {
  readonly #slots: readonly ThreadSlot[];
  readonly #queue: FairQueue<Job>;
  readonly #clock: Clock;
  readonly #capacity = new Capacity();
  /** When the last thread finished its first unit. */
  #warmSinceMs = 0;

  constructor(slots: readonly ThreadSlot[], queue: FairQueue<Job>, clock: Clock) {
    this.#slots = slots;
    this.#queue = queue;
    this.#clock = clock;
  }

  /** Processor seconds for a second of sound; null if nothing was measured yet. */
  get factor(): number | null {
    return this.#capacity.factor;
  }

  /** The part of the threads' promised time that this many listeners need: 1 is all of it. */
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

  /** Reports that a slot's unit is done, and the processor time that it took. */
  measure(slot: ThreadSlot, cpuMs: number): void {
    if (slot.isWarm && !slot.wasAborted) this.#capacity.made(slot.soundMs, cpuMs);
    if (slot.isWarm) return;
    slot.isWarm = true;
    this.#warmSinceMs = this.#clock.monotonicMs();
  }

  /** Ignores the time in which a thread starts: all callers wait then, and that says nothing about its speed. */
  noteWait(): void {
    const nowMs = this.#clock.monotonicMs();
    const isWarm = this.#slots.some((slot) => slot.isWarm);
    const isStarting = this.#slots.some((slot) => isWarmingUp(slot));
    if (!isWarm || isStarting) return;
    const waitedMs = Math.min(this.#queue.longestWaitMs(nowMs), nowMs - this.#warmSinceMs);
    this.#capacity.started(waitedMs, nowMs);
  }
}
