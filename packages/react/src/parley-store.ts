import type { Parley } from '@parley/client/sdk';

/** Holds the SDK object of one avatar while it exists. It exists only in the browser. */
export class ParleyStore {
  #current: Parley | null = null;
  readonly #listeners = new Set<() => void>();

  readonly read = (): Parley | null => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(parley: Parley | null): void {
    if (parley === this.#current) return;
    this.#current = parley;
    for (const listener of this.#listeners) listener();
  }

  /** Resolves with the object as soon as it is created. */
  whenCreated(): Promise<Parley> {
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
