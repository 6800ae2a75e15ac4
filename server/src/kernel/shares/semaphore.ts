import { FairShares } from './fair-shares.ts';

export type SemaphoreOptions = {
  /** The most that may be in use at the same time: a number of tasks, or a sum of their weights. */
  readonly limit: number;
  /** The most that one key may hold, if it is less than its fair share. */
  readonly maxPerKey?: number;
  /**
   * The most tasks that may wait. When one more arrives, the last task of the key with the longest queue is refused.
   */
  readonly maxWaiting?: number;
  /** The most tasks of one key that may wait. One more is refused. */
  readonly maxWaitingPerKey?: number;
};

export type SemaphoreTask = {
  /** Aborts the wait: `run` rejects with the signal's reason. It does not stop work that has begun. */
  readonly signal?: AbortSignal;
  /** How much of the limit the task takes; 1 if left out. A task heavier than the limit runs alone. */
  readonly weight?: number;
};

export type SemaphoreCallbacks = {
  /** The task may begin. It may be called before `enter` returns. */
  begin(): void;
  /** Too many tasks wait. It may be called before `enter` returns. */
  refuse(): void;
};

/** Too many tasks wait already. */
export class SemaphoreFull extends Error {
  override name = 'SemaphoreFull';

  constructor() {
    super('Too many tasks wait already.');
  }
}

type Task = SemaphoreCallbacks & { readonly weight: number; state: 'waiting' | 'begun' | 'over' };

/**
 * Limits how much work runs at the same time, fairly between keys, such as accounts. `FairShares` decides how much one
 * key may hold. Keys that wait take turns, and the tasks of one key begin in the order in which they arrived.
 */
export class Semaphore {
  readonly #shares: FairShares;
  readonly #maxPerKey: number;
  readonly #maxWaiting: number;
  readonly #maxWaitingPerKey: number;
  /** By key. The first key is the next one in turn. */
  readonly #queues = new Map<string, Set<Task>>();
  #waiting = 0;

  constructor({
    limit,
    maxPerKey = Number.POSITIVE_INFINITY,
    maxWaiting = Number.POSITIVE_INFINITY,
    maxWaitingPerKey = Number.POSITIVE_INFINITY,
  }: SemaphoreOptions) {
    this.#shares = new FairShares(limit);
    this.#maxPerKey = maxPerKey;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingPerKey = maxWaitingPerKey;
  }

  async run<T>(key: string, work: () => Promise<T>, task: SemaphoreTask = {}): Promise<T> {
    const leave = await this.acquire(key, task);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves with a function that releases the place. Rejects with `SemaphoreFull` or the signal's reason. */
  async acquire(key: string, { signal, ...task }: SemaphoreTask = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = this.enter(key, { begin: resolve, refuse: () => reject(new SemaphoreFull()) }, task);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
      return leave;
    } catch (error) {
      leave();
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Waits for a place. The function that it returns releases the place, or stops waiting. */
  enter(
    key: string,
    callbacks: SemaphoreCallbacks,
    { weight = 1 }: Pick<SemaphoreTask, 'weight'> = {},
  ): () => void {
    const task: Task = { ...callbacks, weight: Math.min(weight, this.#shares.limit), state: 'waiting' };
    if (this.#waiting === 0 && this.#fits(key, task)) this.#begin(key, task);
    else this.#wait(key, task);
    return () => {
      if (task.state === 'begun') this.#shares.giveBack(key, task.weight);
      if (task.state === 'waiting') this.#remove(key, task);
      task.state = 'over';
      this.#admit();
    };
  }

  /** A task that is heavier than a key may hold runs as the key's only one. */
  #fits(key: string, { weight }: Task): boolean {
    const held = this.#shares.heldBy(key);
    return (held === 0 || held + weight <= this.#maxPerKey) && this.#shares.fits(key, weight);
  }

  #wait(key: string, task: Task): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, new Set([task]));
    else queue.add(task);
    this.#waiting += 1;
    this.#admit();
    if (this.#waitingOf(key) > this.#maxWaitingPerKey) this.#refuseLast(key);
    else if (this.#waiting > this.#maxWaiting) this.#refuseLast(this.#longestQueue(key));
  }

  #remove(key: string, task: Task): void {
    const queue = this.#queues.get(key);
    if (queue?.delete(task) !== true) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(key);
  }

  /** Takes the places for the tasks that it admits, so that a newcomer cannot take one before they run. */
  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { key, task, queue } = next;
      this.#remove(key, task);
      // The key goes to the end of the queue.
      if (this.#queues.delete(key)) this.#queues.set(key, queue);
      this.#begin(key, task);
    }
  }

  #begin(key: string, task: Task): void {
    this.#shares.take(key, task.weight);
    task.state = 'begun';
    task.begin();
  }

  #next(): { key: string; task: Task; queue: Set<Task> } | undefined {
    for (const [key, queue] of this.#queues) {
      const [task] = queue;
      if (task === undefined) continue;
      if (this.#fits(key, task)) return { key, task, queue };
      // A key that holds nothing waits with a heavy task. What becomes free is kept for it.
      if (this.#shares.heldBy(key) === 0) return undefined;
    }
    return undefined;
  }

  #waitingOf(key: string): number {
    return this.#queues.get(key)?.size ?? 0;
  }

  #longestQueue(newcomer: string): string {
    let longest = newcomer;
    for (const [key, { size }] of this.#queues) if (size > this.#waitingOf(longest)) longest = key;
    return longest;
  }

  #refuseLast(key: string): void {
    const last = [...(this.#queues.get(key) ?? [])].at(-1);
    if (last === undefined) return;
    this.#remove(key, last);
    last.state = 'over';
    last.refuse();
    this.#admit();
  }
}
