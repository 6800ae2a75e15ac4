import type { Conversation } from './conversation.ts';
import { bytesOfItems, type Utterance } from './utterance.ts';

const maxKept = 50;

type Kept = Pick<Utterance, 'turn' | 'kind' | 'items'>;

/** Pending utterances as they are stored, so that they survive the process. */
export class PendingWords {
  readonly utterances: readonly Utterance[];

  constructor(utterances: readonly Utterance[]) {
    this.utterances = utterances;
  }

  /** About as long as the packed text. */
  get bytes(): number {
    return this.utterances.reduce((sum, { items }) => sum + bytesOfItems(items), 0);
  }

  /** Null if there is nothing to say. */
  pack(): string | null {
    const kept = this.utterances
      .filter(({ items }) => items.length > 0)
      .map(({ turn, kind, items }): Kept => ({ turn, kind, items }))
      .slice(0, maxKept);
    return kept.length === 0 ? null : JSON.stringify(kept);
  }
}

/** Restores pending utterances. A reply that was still arriving when the process stopped stays as it was. */
export function restorePendingUtterances(conversation: Conversation, packed: string | null): Conversation {
  if (packed === null) return conversation;
  let { lastUtterance } = conversation;
  const pendingUtterances = (JSON.parse(packed) as Kept[]).map(({ turn, kind, items }): Utterance => {
    lastUtterance += 1;
    return { id: lastUtterance, turn, kind, items, complete: true };
  });
  return { ...conversation, pendingUtterances, lastUtterance };
}
