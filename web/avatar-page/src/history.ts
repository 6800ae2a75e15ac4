import type { Elements } from './elements.ts';

/** What was said, as a list that follows its end unless the reader has scrolled away. */
export class History {
  readonly #list: HTMLOListElement;
  readonly #scroll: HTMLElement;
  #last: HTMLLIElement | null = null;

  constructor({ history, scroll }: Elements) {
    this.#list = history;
    this.#scroll = scroll;
  }

  add(speaker: 'user' | 'avatar', text: string): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    const follows = scrollHeight - scrollTop - clientHeight < 40;
    const item = document.createElement('li');
    item.className = speaker;
    const who = document.createElement('span');
    who.className = 'sr';
    who.textContent = speaker === 'user' ? 'You: ' : 'Avatar: ';
    item.append(who, text);
    this.#list.append(item);
    if (speaker === 'avatar') this.#last = item;
    if (follows) this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }

  markInterrupted(): void {
    this.#last?.classList.add('cut');
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#last = null;
  }
}
