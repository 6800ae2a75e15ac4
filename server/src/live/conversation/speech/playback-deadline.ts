import { type CurrentUtterance, textOf, unplayedItems } from '../state/utterance.ts';

const baseMs = 15_000;
const perCharacterMs = 200;

/** Playback takes about as long as speaking. A client that has not reported its end long after that never will. */
export class PlaybackDeadline {
  #watched: { utterance: number; playedSentences: number; deadline: number } | null = null;

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
    this.#watched = { utterance, playedSentences, deadline };
  }

  isOver(now: number): boolean {
    return this.#watched !== null && now >= this.#watched.deadline;
  }
}
