import type { Conversation } from './conversation.ts';
import { bytesOfItems, type Utterance } from './utterance.ts';

const maxKept = 50;

type Kept = Pick<Utterance, 'turn' | 'kind' | 'items' | 'by'>;

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
      .map(({ turn, kind, items, by }): Kept => ({ turn, kind, items, ...(by !== undefined && { by }) }))
      .slice(0, maxKept);
    return kept.length === 0 ? null : JSON.stringify(kept);
  }
}

const packable = new WeakMap<readonly Utterance[], PendingWords>();

/** The same object for the same utterances; null for none. */
export function pendingWordsOf(utterances: readonly Utterance[]): PendingWords | null {
  if (utterances.length === 0) return null;
  const words = packable.get(utterances) ?? new PendingWords(utterances);
  packable.set(utterances, words);
  return words;
}

/** Restores pending utterances. A reply that was still arriving when the process stopped stays as it was. */
export function restorePendingUtterances(conversation: Conversation, packed: string | null): Conversation {
  if (packed === null) return conversation;
  let { lastUtterance } = conversation;
  const pendingUtterances = (JSON.parse(packed) as Kept[]).map((kept): Utterance => {
    lastUtterance += 1;
    return { ...kept, id: lastUtterance, complete: true };
  });
  return { ...conversation, pendingUtterances, lastUtterance };
}
