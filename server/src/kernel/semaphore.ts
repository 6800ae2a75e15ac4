export type SemaphoreOptions = {
  /** The most that may be in use at the same time: a number of tasks, or a sum of their weights. */
  readonly limit: number;
  /** The most tasks that may wait. One more is rejected with `SemaphoreFull`. */
  readonly maxWaiting?: number;
};

export type SemaphoreTask = {
  /** Gives up waiting: `run` rejects with the signal's reason. It does not stop work that has begun. */
  readonly signal?: AbortSignal;
  /** How much of the limit the task takes; 1 unless given. A task heavier than the limit runs alone. */
  readonly weight?: number;
};

/** Too many tasks wait already. */
export class SemaphoreFull extends Error {
  override name = 'SemaphoreFull';

  constructor() {
    super('Too many tasks wait already.');
  }
}

type Waiting = { readonly weight: number; enter(): void };

/** Limits how much work runs at the same time. The rest waits and begins in the order in which it came. */
export class Semaphore {
  readonly #limit: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<Waiting>();
  #inUse = 0;

  constructor({ limit, maxWaiting = Number.POSITIVE_INFINITY }: SemaphoreOptions) {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>, { signal, weight = 1 }: SemaphoreTask = {}): Promise<T> {
    signal?.throwIfAborted();
    const taken = Math.min(weight, this.#limit);
    if (this.#waiting.size === 0 && this.#fits(taken)) this.#inUse += taken;
    else await this.#wait(taken, signal);
    try {
      return await work();
    } finally {
      this.#inUse -= taken;
      this.#admit();
    }
  }

  #wait(weight: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) return Promise.reject(new SemaphoreFull());
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal?.reason);
        // The one that left may have been too heavy for what is free; those behind it may not be.
        this.#admit();
      };
      const waiting: Waiting = {
        weight,
        enter: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }

  /** Takes the place for those it admits, so that a newcomer cannot take it before they wake up. */
  #admit(): void {
    for (const next of this.#waiting) {
      if (!this.#fits(next.weight)) return;
      this.#waiting.delete(next);
      this.#inUse += next.weight;
      next.enter();
    }
  }

  #fits(weight: number): boolean {
    return this.#inUse + weight <= this.#limit;
  }
}
