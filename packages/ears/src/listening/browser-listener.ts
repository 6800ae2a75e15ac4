import { isBackchannel } from './backchannel.ts';
import { EchoMemory } from './echo.ts';
import type { ListenerCallbacks } from './listener.ts';

/** The browser reports neither the time of words nor a speech probability, so recent sentences are searched for echo. */
const lookBackMs = 4_000;

/** Decides what the words from the browser's recogniser mean for the avatar. */
export class BrowserListener {
  readonly #echo = new EchoMemory();
  readonly #language: string;
  readonly #callbacks: ListenerCallbacks;
  readonly #nowMs: () => number;
  #avatarSpeaks = false;
  #lastSentence = '';
  #interrupted = false;

  constructor(language: string, view: ListenerCallbacks, nowMs: () => number) {
    this.#language = language;
    this.#callbacks = view;
    this.#nowMs = nowMs;
  }

  handleSentence(text: string): void {
    this.#lastSentence = text;
    this.#echo.handleSentence(text, this.#nowMs());
  }

  handleAvatarSpeech(active: boolean): void {
    this.#avatarSpeaks = active;
    if (active) this.#interrupted = false;
    else this.#echo.handleSilence(this.#nowMs());
  }

  handleSpeech(active: boolean): void {
    if (!this.#avatarSpeaks) this.#callbacks.handleSpeech(active);
  }

  handleWords(text: string, final: boolean): void {
    const now = this.#nowMs();
    if (this.#avatarSpeaks || this.#echo.overlaps(now - lookBackMs, now)) {
      if (this.#echo.isEcho(text, now - lookBackMs, now)) return;
    }
    const afterQuestion = /\?["'”’)\s]*$/.test(this.#lastSentence);
    if (this.#avatarSpeaks && isBackchannel(text, this.#language, afterQuestion)) return;
    if (this.#avatarSpeaks && !this.#interrupted) {
      this.#interrupted = true;
      this.#callbacks.handleInterrupt();
    }
    this.#callbacks.handleWords(text, final);
  }
}
