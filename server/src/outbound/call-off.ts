/** Something that a signal calls off. */
export interface Callable {
  abort(): void;
}

/**
 * Tells whatever is under way that its signal called it off. It listens to a signal once and for good: a session's
 * signal serves all its turns, and to add and remove a listener for each costs more than all else about calling off.
 */
class Watch {
  #one: Callable | null = null;
  #others: Set<Callable> | null = null;

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', this, { once: true });
  }

  add(callable: Callable): void {
    if (this.#one === null) this.#one = callable;
    else this.#others = (this.#others ?? new Set()).add(callable);
  }

  remove(callable: Callable): void {
    if (this.#one === callable) this.#one = null;
    else this.#others?.delete(callable);
  }

  handleEvent(): void {
    const all = [...(this.#one === null ? [] : [this.#one]), ...(this.#others ?? [])];
    for (const callable of all) callable.abort();
  }
}

const watches = new WeakMap<AbortSignal, Watch>();

export function watch(signal: AbortSignal, callable: Callable): void {
  let known = watches.get(signal);
  if (known === undefined) {
    known = new Watch(signal);
    watches.set(signal, known);
  }
  known.add(callable);
}

export function unwatch(signal: AbortSignal, callable: Callable): void {
  watches.get(signal)?.remove(callable);
}
