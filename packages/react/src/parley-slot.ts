import type { Parley } from '@parley/client/sdk';

/** Where the SDK object of one avatar is, from its making to its end: it exists in the browser only. */
export class ParleySlot {
  #current: Parley | null = null;
  readonly #listeners = new Set<() => void>();

  readonly read = (): Parley | null => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  put(parley: Parley | null): void {
    if (parley === this.#current) return;
    this.#current = parley;
    for (const listener of this.#listeners) listener();
  }

  /** The object, also for those who ask a moment before it is there. */
  whenThere(): Promise<Parley> {
    if (this.#current !== null) return Promise.resolve(this.#current);
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#current === null) return;
        stop();
        resolve(this.#current);
      });
    });
  }
}
