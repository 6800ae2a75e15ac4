/** What the visitor's speech has turned out to be so far. */
export type SpeechKind = 'words' | 'backchannel' | 'echo' | 'nothing';
export type BargeInAction = 'duck' | 'restore' | 'interrupt';

type State =
  | { readonly kind: 'quiet' }
  /** The voice is lowered. It is not yet known whether the visitor interrupts. */
  | { readonly kind: 'ducked'; readonly isRecognised: boolean }
  /** No reason to stop so far. Later words may still be one. */
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'interrupted' };

/** Speech that goes on this long without recognised text counts as an interruption. */
export const interruptAfterMs = 900;
/** Shorter sounds may be a knock or a cough, and recognisers find words in those too. */
export const minSpeechMs = 500;

/** Decides whether the visitor interrupts the avatar. */
export class BargeIn {
  readonly #onAction: (action: BargeInAction) => void;
  #avatarSpeaks = false;
  #userSpeaks = false;
  #state: State = { kind: 'quiet' };

  constructor(onAction: (action: BargeInAction) => void) {
    this.#onAction = onAction;
  }

  /** True while the words could still decide. */
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
