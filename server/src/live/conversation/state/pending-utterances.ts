import type { Conversation } from './conversation.ts';
import type { Utterance } from './utterance.ts';

const maxKept = 50;

type Kept = Pick<Utterance, 'turn' | 'kind' | 'items'>;

/** The pending utterances as they are stored, so that they survive the process; null if there are none. */
export function packPendingUtterances({ pendingUtterances }: Conversation): string | null {
  const kept = pendingUtterances
    .filter(({ items }) => items.length > 0)
    .map(({ turn, kind, items }): Kept => ({ turn, kind, items }))
    .slice(0, maxKept);
  return kept.length === 0 ? null : JSON.stringify(kept);
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
