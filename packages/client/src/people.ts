import type { ServerFrames } from '@parley/protocol';
import type { Timers } from './connection/timers.ts';
import type { Emitter } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import type { Sender } from './sending/sender.ts';

/** The service takes four a second. */
const betweenWordsMs = 300;
const maxWords = 2_000;

/** People of the account: whether one answers, and what the visitor is saying for those who read along. */
export class People {
  isAnswering = false;
  readonly #events: Emitter<LiveEvents>;
  readonly #sender: Pick<Sender, 'sendNow'>;
  readonly #timers: Timers;
  #wantsWords = false;
  /** The latest words, until they are sent. */
  #words: string | null = null;
  #pause: unknown = null;

  constructor(events: Emitter<LiveEvents>, sender: Pick<Sender, 'sendNow'>, timers: Timers) {
    this.#events = events;
    this.#sender = sender;
    this.#timers = timers;
  }

  handlePeople({ answering, wantsWords }: Omit<ServerFrames['people'], 'type'>): void {
    this.#wantsWords = wantsWords;
    if (!wantsWords) this.#words = null;
    if (answering === this.isAnswering) return;
    this.isAnswering = answering;
    this.#events.emit('person', { answering });
  }

  /** The service tells it again on the next socket, if it is still so. */
  handleLost(): void {
    this.handlePeople({ answering: false, wantsWords: false });
  }

  /** Words as they are recognised. They may still change. */
  handleWords(text: string): void {
    if (!this.#wantsWords) return;
    this.#words = text.slice(-maxWords);
    if (this.#pause === null) this.#send();
  }

  /** The words are complete and were sent as a message. */
  handleMessage(): void {
    this.#words = null;
  }

  #send(): void {
    this.#pause = null;
    if (this.#words === null) return;
    this.#sender.sendNow({ type: 'heard', text: this.#words });
    this.#words = null;
    this.#pause = this.#timers.after(betweenWordsMs, () => this.#send());
  }
}
