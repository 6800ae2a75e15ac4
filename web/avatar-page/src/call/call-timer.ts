import './call-timer.css';
import type { Elements } from '../elements.ts';
import type { Texts } from '../texts/index.ts';

/** When screen readers announce the time. Every second would be too often. */
const announced = [60, 10];

/**
 * Shows the time that is left in a call with a limit, from the start of the call. The last minute is highlighted.
 */
export class CallTimer {
  readonly #texts: Texts;
  readonly #shown = document.createElement('p');
  readonly #digits = document.createElement('span');
  /** For screen readers. */
  readonly #note = document.createElement('p');
  #interval: ReturnType<typeof setInterval> | undefined;
  #endsAt = 0;
  #last = Number.POSITIVE_INFINITY;

  constructor({ status }: Elements, texts: Texts) {
    this.#texts = texts;
    this.#shown.className = 'timer';
    this.#shown.setAttribute('role', 'timer');
    const label = document.createElement('span');
    label.className = 'sr';
    label.textContent = texts.timeLeft;
    this.#shown.append(label, ' ', this.#digits);
    this.#note.className = 'sr';
    this.#note.setAttribute('role', 'status');
    status.after(this.#shown, this.#note);
  }

  start(endsAt: number): void {
    this.stop();
    this.#endsAt = endsAt;
    this.#last = Number.POSITIVE_INFINITY;
    this.#shown.hidden = false;
    this.#interval = setInterval(() => this.#show(), 250);
    this.#show();
  }

  stop(): void {
    clearInterval(this.#interval);
    this.#shown.hidden = true;
    this.#note.textContent = '';
  }

  #show(): void {
    const seconds = Math.max(0, Math.ceil((this.#endsAt - Date.now()) / 1000));
    if (seconds === this.#last) return;
    // Timers in a hidden page are late, so the exact second may be skipped.
    const passed = announced.findLast((each) => seconds <= each && this.#last > each);
    if (passed !== undefined && this.#last !== Number.POSITIVE_INFINITY)
      this.#note.textContent = passed === 60 ? this.#texts.minuteLeft : this.#texts.secondsLeft;
    this.#last = seconds;
    this.#digits.textContent = clock(seconds);
    this.#shown.classList.toggle('short', seconds <= 60);
  }
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const [minutes = '', ...last] = rest.map((part) => String(part).padStart(2, '0'));
  return hours > 0 ? [hours, minutes, ...last].join(':') : [Number(minutes), ...last].join(':');
}
