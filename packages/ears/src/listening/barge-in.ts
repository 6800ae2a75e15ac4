/** What has been understood of the visitor's speech so far. */
export type Verdict = 'words' | 'backchannel' | 'echo' | 'nothing';
export type BargeInOrder = 'duck' | 'restore' | 'interrupt';

type State =
  | { readonly kind: 'quiet' }
  /** Not known yet, whether anybody wants to be heard. */
  | { readonly kind: 'ducked'; readonly understood: boolean }
  /** No reason to stop so far; it may still become one. */
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'interrupted' };

/** Speech of which nothing is known for so long is taken for somebody who wants to be heard. */
export const patienceMs = 900;
/** What is shorter may be a knock or a cough, in which recognisers find words, too. */
export const shortestMs = 500;

/** Decides whether the visitor's sounds stop the avatar. */
export class BargeIn {
  readonly #order: (order: BargeInOrder) => void;
  #avatarSpeaks = false;
  #userSpeaks = false;
  #state: State = { kind: 'quiet' };

  constructor(order: (order: BargeInOrder) => void) {
    this.#order = order;
  }

  /** Whether it would help to know the words now. */
  get isUndecided(): boolean {
    return this.#state.kind === 'ducked' || this.#state.kind === 'dismissed';
  }

  handleAvatarSpeech(active: boolean): void {
    this.#avatarSpeaks = active;
    if (active && this.#userSpeaks && this.#state.kind === 'quiet') this.#duck();
    if (!active && this.isUndecided) this.#rest();
  }

  handleBegin(): void {
    this.#userSpeaks = true;
    this.#state = { kind: 'quiet' };
    if (this.#avatarSpeaks) this.#duck();
  }

  handleSpeech(speechMs: number): void {
    if (this.#state.kind === 'ducked' && !this.#state.understood && speechMs >= patienceMs) this.#interrupt();
  }

  handleVerdict(verdict: Verdict, speechMs: number): void {
    if (!this.isUndecided) return;
    if (verdict === 'words') {
      if (speechMs >= shortestMs) this.#interrupt();
      return;
    }
    if (this.#state.kind !== 'ducked') return;
    if (verdict === 'nothing') {
      this.#state = { kind: 'ducked', understood: true };
      return;
    }
    this.#state = { kind: 'dismissed' };
    this.#order('restore');
  }

  handleEnd(): void {
    this.#userSpeaks = false;
    this.#rest();
  }

  #duck(): void {
    this.#state = { kind: 'ducked', understood: false };
    this.#order('duck');
  }

  #rest(): void {
    const { kind } = this.#state;
    this.#state = { kind: 'quiet' };
    if (kind === 'ducked') this.#order('restore');
  }

  #interrupt(): void {
    this.#state = { kind: 'interrupted' };
    this.#order('interrupt');
  }
}
