import type { ConversationInput } from '../state/conversation.ts';
import { type CurrentUtterance, textOf, unplayedItems } from '../state/utterance.ts';

const baseMs = 15_000;
const perCharacterMs = 200;

/** Playback takes about as long as speaking. A client that has not reported its end long after that never will. */
export class PlaybackDeadline {
  #watched: { utterance: number; playedSentences: number; sentences: number; deadline: number } | null = null;

  /** Each report of progress restarts the time for the rest. */
  watch(speaking: CurrentUtterance | null, now: number): void {
    if (speaking === null || !speaking.endSent) {
      this.#watched = null;
      return;
    }
    const { id: utterance, playedSentences } = speaking;
    const isKnown =
      this.#watched?.utterance === utterance && this.#watched.playedSentences === playedSentences;
    if (isKnown) return;
    const deadline = now + baseMs + textOf(unplayedItems(speaking)).length * perCharacterMs;
    this.#watched = { utterance, playedSentences, sentences: speaking.items.length, deadline };
  }

  /** The report that the client owes; null if there is time. */
  overdueReport(now: number): (ConversationInput & { kind: 'played' }) | null {
    if (this.#watched === null || now < this.#watched.deadline) return null;
    const { utterance, sentences } = this.#watched;
    return { kind: 'played', utterance, sentences, done: true };
  }
}
