import type { ParleyEvents } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';

type Transcript = ParleyEvents['avatar-transcript'];
type Sentence = Extract<ParleyEvents['websocket-message'], { type: 'sentence' }>;
type Speaker = 'user' | 'avatar';

/** A line begins or ends in the text, or with a list item or heading. */
const startsLine = /^\s*(?:\n|<(?:li|h\d)\b)/;
const endsLine = (markup: string): boolean => {
  const text = markup.trimEnd();
  return markup.slice(text.length).includes('\n') || /<\/(?:li|h\d)>$/.test(text);
};

/** One reply of the avatar: the sentences of an utterance, in order. */
type Reply = {
  readonly item: HTMLLIElement;
  readonly utterance: number;
  readonly sentences: Map<number, HTMLElement>;
};

/** The messages as a list. It scrolls to the newest one, unless the reader has scrolled up. */
export class ChatHistory {
  readonly #list: HTMLOListElement;
  readonly #scroll: HTMLElement;
  #reply: Reply | null = null;
  /** The markup of sentences that are not shown yet, by utterance and index. */
  readonly #markup = new Map<string, string>();
  /** Whether the next sentence starts a new line. */
  #endsLine = false;
  /** What the visitor is saying now. */
  #partial: HTMLLIElement | null = null;
  #thinking: HTMLLIElement | null = null;
  readonly #unsent: HTMLElement[] = [];
  readonly #askAgain: (question: string) => void;
  /** The utterance which says that the latest question could not be answered. */
  #failed: number | null = null;
  #question = '';

  constructor({ history, scroll }: Elements, askAgain: (question: string) => void) {
    this.#list = history;
    this.#scroll = scroll;
    this.#askAgain = askAgain;
  }

  /** A message that is not sent yet is marked until `settle`. */
  addUser(text: string, isSent = true): void {
    this.#removePartial();
    this.#list.querySelector('.again')?.remove();
    this.#question = text;
    const item = this.#add('user', text);
    if (isSent) return;
    const note = document.createElement('small');
    note.textContent = texts.notSentYet;
    item.append(' ', note);
    this.#unsent.push(note);
  }

  /** The messages that waited have been sent, or never will be. */
  settle(isSent: boolean): void {
    for (const note of this.#unsent.splice(0)) {
      if (isSent) note.remove();
      else note.textContent = texts.notSent;
    }
  }

  /** Says between the messages that something has changed. */
  addNote(text: string): void {
    const item = document.createElement('li');
    item.className = 'note';
    const words = document.createElement('span');
    words.textContent = text;
    item.append(words);
    this.#append(item);
  }

  /** Three dots while the answer is awaited. */
  showThinking(isThinking: boolean): void {
    if (isThinking === (this.#thinking !== null)) return;
    this.#thinking?.remove();
    this.#thinking = null;
    if (!isThinking) return;
    this.#thinking = this.#add('avatar', texts.status.thinking);
    this.#thinking.classList.add('thinking');
    wordsOf(this.#thinking).className = 'sr';
    const dots = document.createElement('span');
    dots.setAttribute('aria-hidden', 'true');
    dots.append(...Array.from({ length: 3 }, () => document.createElement('i')));
    this.#thinking.append(dots);
  }

  /** Words as they are recognised. They may still change, or turn out to be none. */
  showHeard(text: string): void {
    if (text === '') return this.#removePartial();
    this.#partial ??= this.#add('user', '');
    this.#partial.classList.add('unfinished');
    wordsOf(this.#partial).textContent = text;
  }

  /** A sentence has arrived. Its words come later, with its sound. */
  noteSentence({ utterance, index, markup, failed }: Sentence): void {
    if (/[<\n]/.test(markup)) this.#markup.set(`${utterance} ${index}`, markup);
    if (failed === true) this.#failed = utterance;
  }

  /** A sentence is shown from its start. If it was interrupted, only the part that was heard stays. */
  handleTranscript({ utterance, index, sentence, text, final }: Transcript): void {
    if (this.#reply?.utterance !== utterance) {
      this.#reply = { item: this.#add('avatar', ''), utterance, sentences: new Map() };
      if (utterance === this.#failed && this.#question !== '') this.#offerToAskAgain(this.#reply.item);
    }
    const { item, sentences } = this.#reply;
    const known = sentences.get(index);
    if (known === undefined) {
      const element = document.createElement('span');
      sentences.set(index, element);
      this.#followed(() => {
        wordsOf(item).append(element);
        this.#show(element, sentence, `${utterance} ${index}`);
      });
    }
    if (!final || text === sentence) return;
    const element = sentences.get(index);
    element?.replaceChildren(text);
    if (text === '') element?.previousSibling?.remove();
  }

  /** Shows a sentence, on its own line if its markup says so. The code for formatting is loaded with the first use. */
  #show(element: HTMLElement, words: string, key: string): void {
    const markup = this.#markup.get(key) ?? '';
    this.#markup.delete(key);
    element.replaceChildren(words);
    // The space is not part of the sentence: the sign of an interruption must not follow a space.
    if (element.previousSibling !== null)
      element.before(this.#endsLine || startsLine.test(markup) ? document.createElement('br') : ' ');
    this.#endsLine = endsLine(markup);
    if (!markup.includes('<')) return;
    void import('./rich-text.ts').then(({ richText }) => {
      const rich = richText(markup, words);
      // It may have been interrupted in the meantime.
      if (rich === null || element.textContent !== words) return;
      this.#followed(() => element.replaceChildren(rich));
    });
  }

  markInterrupted(): void {
    if (this.#reply === null) return;
    const { item, sentences } = this.#reply;
    if ([...sentences.values()].every(({ textContent }) => textContent?.trim() === '')) item.remove();
    else item.classList.add('cut');
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#markup.clear();
    this.#reply = null;
    this.#partial = null;
    this.#thinking = null;
    this.#unsent.splice(0);
    this.#question = '';
  }

  /** The conversation as plain text, one message per line. */
  get text(): string {
    return [...this.#list.children]
      .filter((item) => item !== this.#thinking)
      .map((item) =>
        [...item.querySelectorAll(':scope > :not(button)')].map(({ textContent }) => textContent),
      )
      .map((parts) => parts.join(' ').replaceAll(/\s+/g, ' ').trim())
      .join('\n');
  }

  #offerToAskAgain(item: HTMLLIElement): void {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'again', textContent: texts.askAgain });
    button.addEventListener('click', () => this.#askAgain(this.#question));
    item.append(button);
  }

  #removePartial(): void {
    this.#partial?.remove();
    this.#partial = null;
  }

  #add(speaker: Speaker, text: string): HTMLLIElement {
    const item = document.createElement('li');
    item.className = speaker;
    const who = document.createElement('span');
    who.className = 'sr';
    who.textContent = `${speaker === 'user' ? texts.you : texts.avatar}: `;
    const words = document.createElement('bdi');
    words.textContent = text;
    item.append(who, words);
    this.#append(item);
    return item;
  }

  /** The dots stay last. */
  #append(item: HTMLLIElement): void {
    this.#followed(() => this.#list.insertBefore(item, this.#thinking));
  }

  #followed(change: () => void): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    const follows = scrollHeight - scrollTop - clientHeight < 40;
    change();
    if (follows) this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }
}

/** The text direction of a message may differ from the page's. */
const wordsOf = (item: HTMLLIElement): Element => item.querySelector('bdi') ?? item;
