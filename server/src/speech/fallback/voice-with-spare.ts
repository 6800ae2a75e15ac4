import type { Clock } from '../../kernel/index.ts';
import type { Voice } from '../voice.ts';

export type SpareDeps = {
  /** Whether the main voice has no room for one more listener, beside so many that it speaks to. */
  isFull(listeners: number): boolean;
  /** Called once for each caller that gets the spare voice. */
  onSpare(): void;
  readonly clock: Clock;
};

/**
 * A caller counts as a listener for so long after its last sentence was begun. A visitor who answers within this time
 * finds the threads as free as before.
 */
const listensForMs = 45_000;
const mostCallers = 20_000;

/** Which callers got the spare voice. A caller keeps what it got first, as long as it is not forgotten. */
export class SpareChoices {
  readonly #deps: SpareDeps;
  readonly #spareByCaller = new Map<string, boolean>();
  /** Callers with the main voice, and when they last spoke. The one that has not spoken for longest is first. */
  readonly #listeners = new Map<string, number>();

  constructor(deps: SpareDeps) {
    this.#deps = deps;
  }

  /** The callers that count as listeners of the main voice. A caller counts from its decision on, not from its first sound. */
  get listeners(): number {
    const sinceMs = this.#deps.clock.monotonicMs() - listensForMs;
    for (const [caller, spokeMs] of this.#listeners) {
      if (spokeMs > sinceMs) break;
      this.#listeners.delete(caller);
    }
    return this.#listeners.size;
  }

  takesSpare(caller: string): boolean {
    const known = this.#spareByCaller.get(caller);
    const isSpare = known ?? this.#deps.isFull(this.listeners);
    if (known === undefined && isSpare) this.#deps.onSpare();
    // Moved to the end: the ones that have not spoken for longest are forgotten first.
    this.#spareByCaller.delete(caller);
    this.#spareByCaller.set(caller, isSpare);
    const [oldest] = this.#spareByCaller.keys();
    if (this.#spareByCaller.size > mostCallers && oldest !== undefined) this.#spareByCaller.delete(oldest);
    if (!isSpare) this.#noteListener(caller);
    return isSpare;
  }

  #noteListener(caller: string): void {
    this.#listeners.delete(caller);
    this.#listeners.set(caller, this.#deps.clock.monotonicMs());
  }
}

/**
 * A voice with a spare one. When the main voice has no room for one more listener, a new caller gets the spare voice for
 * all that it hears. A plain voice is better than gaps, and a change of voice is worse than either.
 */
export function createVoiceWithSpare(main: Voice, spare: Voice, choices: SpareChoices): Voice {
  return {
    speak(sentence, signal) {
      const { caller } = sentence;
      const isSpare = caller !== undefined && choices.takesSpare(caller);
      return (isSpare ? spare : main).speak(sentence, signal);
    },
  };
}
