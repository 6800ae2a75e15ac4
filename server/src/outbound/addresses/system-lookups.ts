import { Semaphore, type SemaphoreTask } from '../../kernel/index.ts';

/** How long an account counts as slow after its last slow look-up. */
const slowForMs = 600_000;
const maxWaiting = 1_000;

/**
 * Limits look-ups by the operating system, fairly between accounts. Each one holds a thread and cannot be cancelled, so
 * two accounts whose names never answer could hold all slots. Slow accounts share one slot of their own, and a look-up
 * that turns out to be slow moves there as soon as that slot is free.
 */
export class SystemLookups {
  readonly #quick = new Semaphore({ limit: 2, maxWaiting });
  readonly #slow = new Semaphore({ limit: 1, maxWaiting });
  readonly #slowUntilMs = new Map<string, number>();
  readonly #slowAfterMs: number;

  /** A look-up that takes longer marks its account as slow. */
  constructor(slowAfterMs = 1_000) {
    this.#slowAfterMs = slowAfterMs;
  }

  async run<T>(account: string, work: () => Promise<T>, task: SemaphoreTask): Promise<T> {
    const slots = this.#slotsOf(account);
    const leave = await slots.acquire(account, task);
    if (slots === this.#slotsOf(account)) return await this.#runIn(account, leave, work);
    // The account became slow, or quick again, while it waited.
    leave();
    return await this.run(account, work, task);
  }

  async #runIn<T>(account: string, leave: () => void, work: () => Promise<T>): Promise<T> {
    let leaveSlow = () => {};
    const timer = setTimeout(() => {
      const wasSlow = this.#isSlow(account);
      this.#markSlow(account);
      if (!wasSlow) leaveSlow = this.#slow.enter(account, { begin: leave, refuse: () => {} });
    }, this.#slowAfterMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leaveSlow();
      leave();
    }
  }

  #slotsOf(account: string): Semaphore {
    return this.#isSlow(account) ? this.#slow : this.#quick;
  }

  #isSlow(account: string): boolean {
    return (this.#slowUntilMs.get(account) ?? 0) > performance.now();
  }

  #markSlow(account: string): void {
    const nowMs = performance.now();
    for (const [name, untilMs] of this.#slowUntilMs) if (untilMs <= nowMs) this.#slowUntilMs.delete(name);
    this.#slowUntilMs.set(account, nowMs + slowForMs);
  }
}
