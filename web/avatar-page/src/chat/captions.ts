import type { Caption } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';

/** Captions in sync with the voice. The words that have been spoken are highlighted. */
export class Captions {
  readonly #elements: Elements;
  readonly #spoken = document.createElement('span');
  readonly #ahead = document.createElement('span');
  #shown = true;
  #caption: Caption | null = null;

  constructor(elements: Elements) {
    this.#elements = elements;
    this.#ahead.className = 'ahead';
  }

  toggle(): boolean {
    this.#shown = !this.#shown;
    this.#draw();
    return this.#shown;
  }

  handleCaption(caption: Caption | null): void {
    const isNew = caption !== null && caption.text !== this.#caption?.text;
    this.#caption = caption;
    // Screen readers get each sentence once and complete. The moving captions are only visual.
    if (isNew) {
      const { captions, spoken } = this.#elements;
      for (const element of [captions, spoken]) {
        if (caption.language === undefined) element.removeAttribute('lang');
        else element.lang = caption.language;
      }
      spoken.textContent = caption.text;
    }
    this.#draw();
  }

  /** Nothing is being said any more, also for screen readers. */
  clear(): void {
    this.handleCaption(null);
    this.#elements.spoken.textContent = '';
  }

  #draw(): void {
    const { captions } = this.#elements;
    if (!this.#shown || this.#caption === null) {
      captions.replaceChildren();
      return;
    }
    const { text, reached } = this.#caption;
    this.#spoken.textContent = text.slice(0, reached);
    this.#ahead.textContent = text.slice(reached);
    if (!captions.contains(this.#spoken)) captions.replaceChildren(this.#spoken, this.#ahead);
    // Keeps the current line visible below the previous one.
    const { clientHeight, scrollHeight } = captions;
    if (scrollHeight <= clientHeight) return;
    captions.scrollTop = this.#ahead.offsetTop - Number.parseFloat(getComputedStyle(captions).lineHeight);
  }
}
