/** What has been understood of the visitor's speech so far. */
export type SpeechKind = 'words' | 'backchannel' | 'echo' | 'nothing';
export type BargeInAction = 'duck' | 'restore' | 'interrupt';

type State =
  | { readonly kind: 'quiet' }
  /** Not known yet, whether anybody wants to be heard. */
  | { readonly kind: 'ducked'; readonly isRecognised: boolean }
  /** No reason to stop so far; it may still become one. */
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'interrupted' };

/** Speech of which nothing is known for so long is taken for somebody who wants to be heard. */
export const interruptAfterMs = 900;
/** What is shorter may be a knock or a cough, in which recognisers find words, too. */
export const minSpeechMs = 500;

/** Decides whether the visitor's sounds stop the avatar. */
export class BargeIn {
  readonly #onAction: (action: BargeInAction) => void;
  #avatarSpeaks = false;
  #userSpeaks = false;
  #state: State = { kind: 'quiet' };

  constructor(onAction: (action: BargeInAction) => void) {
    this.#onAction = onAction;
  }

  /** Whether it would help to know the words now. */
  get isUndecided(): boolean {
    return this.#state.kind === 'ducked' || this.#state.kind === 'dismissed';
  }

  handleAvatarSpeech(active: boolean): void {
    this.#avatarSpeaks = active;
    if (active && this.#userSpeaks && this.#state.kind === 'quiet') this.#duck();
    if (!active && this.isUndecided) this.#reset();
  }

  handleBegin(): void {
    this.#userSpeaks = true;
    this.#state = { kind: 'quiet' };
    if (this.#avatarSpeaks) this.#duck();
  }

  handleSpeech(speechMs: number): void {
    if (this.#state.kind === 'ducked' && !this.#state.isRecognised && speechMs >= interruptAfterMs)
      this.#interrupt();
  }

  handleSpeechKind(kind: SpeechKind, speechMs: number): void {
    if (!this.isUndecided) return;
    if (kind === 'words') {
      if (speechMs >= minSpeechMs) this.#interrupt();
      return;
    }
    if (this.#state.kind !== 'ducked') return;
    if (kind === 'nothing') {
      this.#state = { kind: 'ducked', isRecognised: true };
      return;
    }
    this.#state = { kind: 'dismissed' };
    this.#onAction('restore');
  }

  handleEnd(): void {
    this.#userSpeaks = false;
    this.#reset();
  }

  #duck(): void {
    this.#state = { kind: 'ducked', isRecognised: false };
    this.#onAction('duck');
  }

  #reset(): void {
    const { kind } = this.#state;
    this.#state = { kind: 'quiet' };
    if (kind === 'ducked') this.#onAction('restore');
  }

  #interrupt(): void {
    this.#state = { kind: 'interrupted' };
    this.#onAction('interrupt');
  }
}
