import type { Voice } from '../voice.ts';

/** Which callers got the spare voice. A caller keeps what it got first, as long as it is not forgotten. */
export class SpareChoices {
  readonly #isFull: () => boolean;
  readonly #onSpare: () => void;
  readonly #spareByCaller = new Map<string, boolean>();

  /** `onSpare` is called once for each caller that gets the spare voice. */
  constructor(isFull: () => boolean, onSpare: () => void) {
    this.#isFull = isFull;
    this.#onSpare = onSpare;
  }

  takesSpare(caller: string): boolean {
    const known = this.#spareByCaller.get(caller);
    const isSpare = known ?? this.#isFull();
    if (known === undefined && isSpare) this.#onSpare();
    // Moved to the end: the ones that have not spoken for longest are forgotten first.
    this.#spareByCaller.delete(caller);
    this.#spareByCaller.set(caller, isSpare);
    const [oldest] = this.#spareByCaller.keys();
    if (this.#spareByCaller.size > mostCallers && oldest !== undefined) this.#spareByCaller.delete(oldest);
    return isSpare;
  }
}

const mostCallers = 20_000;

/**
 * A voice with a spare one that costs less. When the machine could not keep up with one more listener, a new caller gets
 * the spare voice, for all that it hears: a plain voice is better than gaps, and a change of voice is worse than either.
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
