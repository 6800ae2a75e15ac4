import type { ParleyEvents } from '@parley/client/sdk';
import type { Elements } from './elements.ts';

type Transcript = ParleyEvents['avatar-transcript'];

/** The messages as a list. It scrolls to the newest one, unless the reader has scrolled up. */
export class ChatHistory {
  readonly #list: HTMLOListElement;
  readonly #scroll: HTMLElement;
  #last: { readonly item: HTMLLIElement; readonly words: Text; readonly key: string } | null = null;

  constructor({ history, scroll }: Elements) {
    this.#list = history;
    this.#scroll = scroll;
  }

  addUser(text: string): void {
    this.#add('user', text);
  }

  /** A sentence is shown from its start. If it was interrupted, only the part that was heard stays. */
  handleTranscript({ utterance, index, sentence, text, final }: Transcript): void {
    const key = `${utterance}/${index}`;
    if (this.#last?.key !== key) this.#last = { ...this.#add('avatar', sentence), key };
    if (final && text !== sentence) this.#last.words.textContent = text;
  }

  markInterrupted(): void {
    if (this.#last === null) return;
    if (this.#last.words.textContent === '') this.#last.item.remove();
    else this.#last.item.classList.add('cut');
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#last = null;
  }

  #add(speaker: 'user' | 'avatar', text: string): { item: HTMLLIElement; words: Text } {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    const follows = scrollHeight - scrollTop - clientHeight < 40;
    const item = document.createElement('li');
    item.className = speaker;
    const who = document.createElement('span');
    who.className = 'sr';
    who.textContent = speaker === 'user' ? 'You: ' : 'Avatar: ';
    const words = document.createTextNode(text);
    item.append(who, words);
    this.#list.append(item);
    if (follows) this.#scroll.scrollTop = this.#scroll.scrollHeight;
    return { item, words };
  }
}
