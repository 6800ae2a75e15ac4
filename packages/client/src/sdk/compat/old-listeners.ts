import type { Parley } from '../parley.ts';
import { listenAs, type OldListener } from './translate-events.ts';

/** The listeners of an old page. `off` finds them by the function that the page gave. */
export class OldListeners {
  readonly #parley: Pick<Parley, 'on'>;
  readonly #stops = new Map<string, Map<OldListener, () => void>>();

  constructor(parley: Pick<Parley, 'on'>) {
    this.#parley = parley;
  }

  readonly on = (name: string, listener: OldListener): (() => void) => {
    this.off(name, listener);
    const stops = this.#stops.get(name) ?? new Map<OldListener, () => void>();
    this.#stops.set(name, stops.set(listener, listenAs(this.#parley, name, listener)));
    return () => this.off(name, listener);
  };

  readonly once = (name: string, listener: OldListener): (() => void) => {
    const stop = this.on(name, (details) => {
      stop();
      listener(details);
    });
    return stop;
  };

  readonly off = (name: string, listener: OldListener): void => {
    this.#stops.get(name)?.get(listener)?.();
    this.#stops.get(name)?.delete(listener);
  };

  /** For the page's own events and details, which are not translated. */
  readonly emit = (name: string, details?: unknown): void => {
    for (const listener of [...(this.#stops.get(name)?.keys() ?? [])]) listener(details);
  };
}
