import type { Parley } from '@parley/client/sdk';
import { type Elements, setPhase } from '../elements.ts';
import { texts } from '../texts/index.ts';
import { showRefusal } from './refusal-card.ts';

/** For the developer of the embedding page. */
const hintFor = (code: string): void =>
  console.info(
    `Parley: the next call needs a token (${code}). Listen to the event "token-needed" and answer with setVisitor({ token }).`,
  );

/** Says why the next call cannot start, before the visitor tries. A private avatar needs a new token for each call. */
export class StartGate {
  readonly #elements: Elements;
  readonly #parley: Parley;
  readonly #hidesStart: boolean;
  #need: string | null = null;
  #reason = '';

  /** `hidesStart`: only the page around this one starts calls. */
  constructor(elements: Elements, parley: Parley, hidesStart: boolean) {
    this.#elements = elements;
    this.#parley = parley;
    this.#hidesStart = hidesStart;
  }

  /** The code of what is wrong with the token, such as `token_used`. Null: nothing. */
  set need(code: string | null) {
    this.#need = code;
    this.show();
  }

  /** True if the next call can start. The page around this one may be able to give another token. */
  get isOpen(): boolean {
    return this.#need === null || this.#parley.has('token-needed');
  }

  show(): void {
    const { call, name, door, start, title, retry } = this.#elements;
    // A call that continues after a reload needs no token.
    const isOpen = this.isOpen || call.dataset.phase === 'loading';
    const code = this.#need ?? '';
    const inFrame = window.parent === window ? undefined : texts.refusedInFrame[code];
    // After a good call nothing is wrong.
    const spent = code === 'token_used' && call.dataset.phase === 'ended' ? texts.linkSpent : undefined;
    const reason = isOpen ? '' : (inFrame ?? spent ?? texts.refused[code] ?? texts.refusedOtherwise);
    if (reason !== '' && reason === inFrame && this.#reason !== reason) hintFor(code);
    this.#reason = reason;
    door.textContent = reason;
    start.hidden = this.#hidesStart || !isOpen;
    title.textContent = name.textContent;
    retry.hidden = true;
    if (call.dataset.phase === 'ready' && !isOpen) setPhase(this.#elements, 'closed');
    if (call.dataset.phase === 'closed' && isOpen) setPhase(this.#elements, 'ready');
    if (call.dataset.phase === 'closed') showRefusal(this.#elements, code, reason);
  }
}
