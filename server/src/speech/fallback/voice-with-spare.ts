import type { Clock } from '../../kernel/index.ts';
import type { Voice } from '../voice.ts';

export type SpareDeps = {
  /** Whether the main voice has no room for one more listener, in addition to the current `listeners`. */
  isFull(listeners: number): boolean;
  /** Called once for each caller that gets the spare voice. */
  onSpare(): void;
  readonly clock: Clock;
};

/**
 * A caller counts as a listener for this long after its last sentence has begun. So there is still room for a visitor
 * who answers within this time.
 */
const listensForMs = 45_000;
const maxCallers = 20_000;

/** `chosen`: the main voice, as long as the caller has not heard it. */
type CallerVoice = 'chosen' | 'heard' | 'spare';

/** Which callers got the spare voice. A caller keeps the voice that it heard first, until it is forgotten. */
export class VoiceAssignments {
  readonly #deps: SpareDeps;
  readonly #voices = new Map<string, CallerVoice>();
  /** Callers with the main voice, and when they last had a sentence spoken, the longest silent one first. */
  readonly #listeners = new Map<string, number>();

  constructor(deps: SpareDeps) {
    this.#deps = deps;
  }

  /** How many callers count as listeners of the main voice: each from its choice on, not from its first sound. */
  get listeners(): number {
    const sinceMs = this.#deps.clock.monotonicMs() - listensForMs;
    for (const [caller, spokeMs] of this.#listeners) {
      if (spokeMs > sinceMs) break;
      this.#listeners.delete(caller);
    }
    return this.#listeners.size;
  }

  usesSpare(caller: string): boolean {
    const voice = this.#voices.get(caller) ?? this.#choose();
    // Moved to the end: the caller that has been silent for longest is forgotten first.
    this.#voices.delete(caller);
    this.#voices.set(caller, voice);
    const [oldest] = this.#voices.keys();
    if (this.#voices.size > maxCallers && oldest !== undefined) this.#voices.delete(oldest);
    if (voice !== 'spare') this.#noteListener(caller);
    return voice === 'spare';
  }

  /** Reports that the caller hears the main voice. */
  heard(caller: string): void {
    if (this.#voices.get(caller) === 'chosen') this.#voices.set(caller, 'heard');
  }

  /** Reports that the spare voice spoke in place of the main voice. A caller that has heard no other voice keeps it. */
  fellBack(caller: string): void {
    if (this.#voices.get(caller) !== 'chosen') return;
    this.#voices.set(caller, 'spare');
    this.#listeners.delete(caller);
    this.#deps.onSpare();
  }

  #choose(): CallerVoice {
    if (!this.#deps.isFull(this.listeners)) return 'chosen';
    this.#deps.onSpare();
    return 'spare';
  }

  #noteListener(caller: string): void {
    this.#listeners.delete(caller);
    this.#listeners.set(caller, this.#deps.clock.monotonicMs());
  }
}

/**
 * A voice with a spare voice. If the main voice has no room for one more listener, a new caller gets the spare voice
 * for all its sentences. A plain voice is better than gaps, and a change of voice is worse than either.
 */
export function createVoiceWithSpare(main: Voice, spare: Voice, assignments: VoiceAssignments): Voice {
  return {
    async *speak(sentence, signal) {
      const { caller } = sentence;
      if (caller === undefined) return yield* main.speak(sentence, signal);
      if (assignments.usesSpare(caller)) return yield* spare.speak(sentence, signal);
      for await (const piece of main.speak(sentence, signal)) {
        if (piece.kind === 'audio') assignments.heard(caller);
        yield piece;
      }
    },
  };
}
