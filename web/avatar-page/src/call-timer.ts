import type { Elements } from './elements.ts';
import { texts } from './texts/index.ts';

/** When screen readers are told. Every second would be chatter. */
const announced = [60, 10];

/**
 * Shows the time that is left in a call with a limit, from its start: the visitor knows what they have. The last minute
 * stands out.
 */
export class CallTimer {
  readonly #elements: Elements;
  #timer: ReturnType<typeof setInterval> | undefined;
  #endsAt = 0;
  #last = Number.POSITIVE_INFINITY;

  constructor(elements: Elements) {
    this.#elements = elements;
  }

  start(endsAt: number): void {
    this.stop();
    this.#endsAt = endsAt;
    this.#last = Number.POSITIVE_INFINITY;
    this.#elements.timer.hidden = false;
    this.#timer = setInterval(() => this.#show(), 250);
    this.#show();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#elements.timer.hidden = true;
    this.#elements.timeNote.textContent = '';
  }

  #show(): void {
    const { timer, timeLeft, timeNote } = this.#elements;
    const seconds = Math.max(0, Math.ceil((this.#endsAt - Date.now()) / 1000));
    if (seconds === this.#last) return;
    // A hidden page counts late, so it may skip the exact second.
    const passed = announced.findLast((each) => seconds <= each && this.#last > each);
    if (passed !== undefined && this.#last !== Number.POSITIVE_INFINITY)
      timeNote.textContent = passed === 60 ? texts.minuteLeft : texts.secondsLeft;
    this.#last = seconds;
    timeLeft.textContent = clock(seconds);
    timer.classList.toggle('short', seconds <= 60);
  }
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const [minutes = '', ...last] = rest.map((part) => String(part).padStart(2, '0'));
  return hours > 0 ? [hours, minutes, ...last].join(':') : [Number(minutes), ...last].join(':');
}
