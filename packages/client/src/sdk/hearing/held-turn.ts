import type { Turn } from './ears-interface.ts';

/** What the page learns of turns. `empty`: nothing was understood. */
export type TurnState = 'started' | 'ended' | 'sent' | 'empty' | 'cancelled';

/** A turn by push to talk, until its words are known. */
export class HeldTurn implements Turn {
  /** Resolves to true when its words were sent, and to false if there were none. */
  sent = Promise.resolve(false);
  readonly #released = Promise.withResolvers<void>();
  readonly #heard = Promise.withResolvers<void>();
  readonly #words = Promise.withResolvers<string | null>();
  readonly #listening = Promise.withResolvers<boolean>();
  readonly #onWords: (text: string) => void;
  #state: 'held' | 'released' | 'heard' | 'cancelled' = 'held';

  constructor(onWords: (text: string) => void) {
    this.#onWords = onWords;
  }

  get released(): Promise<void> {
    return this.#released.promise;
  }

  /** Resolves when another microphone may follow. */
  get heard(): Promise<void> {
    return this.#heard.promise;
  }

  /** Null if the turn was cancelled. */
  get words(): Promise<string | null> {
    return this.#words.promise;
  }

  /** Resolves to true when it is listened to. */
  get listening(): Promise<boolean> {
    return this.#listening.promise;
  }

  get isReleased(): boolean {
    return this.#state !== 'held';
  }

  get isCancelled(): boolean {
    return this.#state === 'cancelled';
  }

  /** It was released, but not all of its sound has been read. */
  get isWaiting(): boolean {
    return this.#state === 'released';
  }

  release(): void {
    if (this.#state === 'held') this.#state = 'released';
    this.#released.resolve();
  }

  cancel(): void {
    this.#state = 'cancelled';
    this.#heard.resolve();
    this.#words.resolve(null);
    this.#listening.resolve(false);
  }

  handleListening(): void {
    this.#listening.resolve(true);
  }

  handleWords(text: string): void {
    if (!this.isCancelled) this.#onWords(text);
  }

  handleHeard(): void {
    if (!this.isCancelled) this.#state = 'heard';
    this.#heard.resolve();
  }

  handleDone(text: string): void {
    this.#words.resolve(text);
  }
}
