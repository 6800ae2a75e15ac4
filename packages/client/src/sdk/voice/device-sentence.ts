import type { Speech } from '../../playback.ts';
import type { Word } from './sentence-times.ts';

/** How the device's voice should speak a sentence. */
export type DeviceSpeechStyle = NonNullable<Speech['device']>;

/** The part of the browser's own speech that is used here. */
export type Synthesis = Pick<
  SpeechSynthesis,
  'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
>;

export type DeviceSentenceCallbacks = {
  /** The position in the shown text of what the device says at a position of its own text. */
  positionOf(charIndex: number): number;
  /** The sentence is now heard or shown. */
  handleStart(): void;
  handleEnd(): void;
  /** The device failed. The rest of the words is only shown. */
  handleFailure(): void;
};

/** A device that has not started by then will not start. */
const startTimeoutMs = 4_000;
/** Some devices do not report the end of an utterance. */
const endAfterMs = (expectedMs: number): number => expectedMs * 3 + 5_000;
const minPace = 0.4;
const maxPace = 2.5;

/**
 * One sentence spoken by the device. The service sent expected times. The word events of the device correct the clock
 * for those times.
 */
export class DeviceSentence {
  #synthesis: Synthesis;
  #utterance: SpeechSynthesisUtterance | null;
  #words: readonly Word[];
  #callbacks: DeviceSentenceCallbacks;
  #lengthMs: number;
  #isAsked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt: number | null = null;
  /** The last known position on the expected times, and when it was reported. */
  #sign = { at: 0, expectedMs: 0 };
  #hasSigns = false;
  #pace = 1;
  #reachedMs = 0;

  constructor(
    synthesis: Synthesis,
    utterance: SpeechSynthesisUtterance,
    words: readonly Word[],
    lengthMs: number,
    callbacks: DeviceSentenceCallbacks,
  ) {
    this.#synthesis = synthesis;
    this.#utterance = utterance;
    this.#words = words;
    this.#lengthMs = lengthMs;
    this.#callbacks = callbacks;
    utterance.onstart = () => this.#start();
    utterance.onboundary = ({ name, charIndex }) => {
      if (name !== 'sentence') this.#handleWord(charIndex);
    };
    utterance.onend = () => this.#end();
    utterance.onerror = ({ error }) => this.#fail(error !== 'interrupted' && error !== 'canceled');
    this.#timer = setTimeout(() => this.#fail(true), startTimeoutMs);
  }

  speak(): void {
    if (this.#utterance === null) return;
    this.#isAsked = true;
    this.#synthesis.speak(this.#utterance);
  }

  /** The position on the expected times, not on the real clock. */
  get elapsedMs(): number {
    if (this.#startedAt === null) return 0;
    const { at, expectedMs } = this.#sign;
    // The estimate must not run ahead of a device that reports its words.
    const next = this.#hasSigns ? this.#words.find(({ startMs }) => startMs > expectedMs) : undefined;
    const limitMs = next === undefined ? this.#lengthMs : next.startMs - 1;
    const guessMs = Math.min(expectedMs + (performance.now() - at) * this.#pace, limitMs);
    this.#reachedMs = Math.max(this.#reachedMs, guessMs);
    return this.#reachedMs;
  }

  /** Continues to show the words at the same pace, without sound. */
  fallSilent(): void {
    if (this.#utterance === null) return;
    const reachedMs = this.elapsedMs;
    this.stop();
    this.#hasSigns = false;
    this.#pace = 1;
    if (this.#startedAt === null) this.#start();
    this.#sign = { at: performance.now(), expectedMs: reachedMs };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), this.#lengthMs - reachedMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    const utterance = this.#utterance;
    if (utterance === null) return;
    this.#utterance = null;
    utterance.onstart = null;
    utterance.onboundary = null;
    utterance.onend = null;
    utterance.onerror = null;
    // Cancelling stops every utterance of the page.
    if (this.#isAsked) this.#synthesis.cancel();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), endAfterMs(this.#lengthMs));
    this.#startedAt = performance.now();
    this.#sign = { at: this.#startedAt, expectedMs: 0 };
    this.#callbacks.handleStart();
  }

  #handleWord(charIndex: number): void {
    const position = this.#callbacks.positionOf(charIndex);
    const word = this.#words.findLast(({ from }) => from <= position);
    if (word === undefined || this.#startedAt === null || word.startMs < this.#sign.expectedMs) return;
    const at = performance.now();
    const tookMs = at - this.#startedAt;
    if (tookMs > 0 && word.startMs > 0)
      this.#pace = Math.min(maxPace, Math.max(minPace, word.startMs / tookMs));
    this.#sign = { at, expectedMs: word.startMs };
    this.#hasSigns = true;
  }

  #end(): void {
    this.stop();
    if (this.#startedAt === null) this.#start();
    clearTimeout(this.#timer);
    this.#callbacks.handleEnd();
  }

  /** If other code on the page cancelled the speech, the device is not at fault. */
  #fail(isTrouble: boolean): void {
    this.fallSilent();
    if (isTrouble) this.#callbacks.handleFailure();
  }
}
