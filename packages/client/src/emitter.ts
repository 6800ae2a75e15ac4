export type Listener<T> = (payload: T) => void;

/** Typed events. It takes no memory until the first listener is added. */
export class Emitter<Events> {
  #listeners: Map<keyof Events, readonly Listener<never>[]> | null = null;

  /** Listens to an event. Returns a function that removes the listener. */
  on<N extends keyof Events>(name: N, listener: Listener<Events[N]>): () => void {
    this.#listeners ??= new Map();
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return () => this.off(name, listener);
  }

  /** Listens to the next event of this name. */
  once<N extends keyof Events>(name: N, listener: Listener<Events[N]>): () => void {
    const stop = this.on(name, (payload) => {
      stop();
      listener(payload);
    });
    return stop;
  }

  /** Removes a listener. */
  off<N extends keyof Events>(name: N, listener: Listener<Events[N]>): void {
    const kept = this.#listeners?.get(name)?.filter((known) => known !== listener) ?? [];
    if (kept.length > 0) this.#listeners?.set(name, kept);
    else this.#listeners?.delete(name);
  }

  /** True if anything listens to this event. */
  has(name: keyof Events): boolean {
    return this.#listeners?.has(name) ?? false;
  }

  /** Removes all listeners. */
  clear(): void {
    this.#listeners = null;
  }

  /** Raises an event for the listeners of this object. An error in one listener does not stop the others. */
  emit<N extends keyof Events>(name: N, payload: Events[N]): void {
    for (const listener of this.#listeners?.get(name) ?? []) {
      try {
        (listener as Listener<Events[N]>)(payload);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Reports an error in a listener as uncaught. If it were thrown directly, the current frame would not be processed. */
export function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
