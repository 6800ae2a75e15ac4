import type { Utterance } from './state/utterance.ts';

const patienceMs = 15_000;
const perCharacterMs = 200;

/** Playing takes about as long as speaking; far beyond that the client will not report any more. */
export class PlaybackWatch {
  private watched: { id: number; played: number; deadline: number } | null = null;

  /** Every report of progress gives the rest its time anew. */
  look(speaking: Utterance | null, now: number): void {
    if (speaking === null || !speaking.closed) {
      this.watched = null;
      return;
    }
    const { id, played } = speaking;
    if (this.watched?.id === id && this.watched.played === played) return;
    this.watched = { id, played, deadline: now + patienceMs + charactersLeft(speaking) * perCharacterMs };
  }

  isOverdue(now: number): boolean {
    return this.watched !== null && now >= this.watched.deadline;
  }
}

function charactersLeft({ items, played }: Utterance): number {
  let sentences = 0;
  let characters = 0;
  for (const item of items) {
    if (item.kind === 'sentence' && ++sentences > played) characters += item.text.length;
  }
  return characters;
}
