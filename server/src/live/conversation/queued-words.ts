import type { FairShares } from '../../kernel/index.ts';
import { type Conversation, currentUtterance, type PersonState } from './state/conversation.ts';
import { bytesOfItems, type SpeechItem } from './state/utterance.ts';

/** What one session may keep in memory of what it has to ask and say. */
const maxQueuedBytes = 512 * 1024;
/** For all sessions of a process together. Accounts share it. */
export const maxQueuedBytesInAll = 128 * 1024 * 1024;

/** Counts the questions and utterances of one session that wait, and its current ones. */
export class QueuedWords {
  readonly #shares: FairShares;
  readonly #accountId: string;
  #bytes = 0;
  #counted: Pick<Conversation, 'questions' | 'pendingUtterances'> & {
    unanswered: PersonState['unanswered'] | null;
    speaking: readonly SpeechItem[] | null;
  };

  constructor(shares: FairShares, accountId: string, conversation: Conversation) {
    this.#shares = shares;
    this.#accountId = accountId;
    this.#counted = { questions: [], pendingUtterances: [], unanswered: null, speaking: null };
    this.update(conversation);
  }

  fits(bytes: number): boolean {
    return this.#bytes + bytes <= maxQueuedBytes && this.#shares.fits(this.#accountId, bytes);
  }

  update(conversation: Conversation): void {
    const { questions, pendingUtterances } = conversation;
    const unanswered = conversation.person?.unanswered ?? null;
    const speaking = currentUtterance(conversation)?.items ?? null;
    const counted = this.#counted;
    if (
      counted.questions === questions &&
      counted.pendingUtterances === pendingUtterances &&
      counted.unanswered === unanswered &&
      counted.speaking === speaking
    )
      return;
    this.#counted = { questions, pendingUtterances, unanswered, speaking };
    const asked = [...questions, ...(unanswered ?? [])].reduce((sum, { message }) => sum + message.length, 0);
    const saying = bytesOfItems(speaking ?? []);
    const said = pendingUtterances.reduce((sum, { items }) => sum + bytesOfItems(items), saying);
    this.#set(asked + said);
  }

  /** The session is over, or another process has it. */
  release(): void {
    this.#set(0);
  }

  #set(bytes: number): void {
    if (bytes > this.#bytes) this.#shares.take(this.#accountId, bytes - this.#bytes);
    else if (bytes < this.#bytes) this.#shares.giveBack(this.#accountId, this.#bytes - bytes);
    this.#bytes = bytes;
  }
}
