import type { Conversation } from './conversation.ts';
import type { Utterance } from './utterance.ts';

const maxKept = 50;

type Kept = Pick<Utterance, 'turn' | 'kind' | 'items'>;

/** What a conversation still has to say, for a process that ends before it can; null where that is nothing. */
export function packUnsaid({ toSay }: Conversation): string | null {
  const kept = toSay
    .filter(({ items }) => items.length > 0)
    .map(({ turn, kind, items }): Kept => ({ turn, kind, items }))
    .slice(0, maxKept);
  return kept.length === 0 ? null : JSON.stringify(kept);
}

/** The same in the conversation that goes on after the start. What was still coming then is as long as it will be. */
export function unpackUnsaid(conversation: Conversation, packed: string | null): Conversation {
  if (packed === null) return conversation;
  let { lastUtterance } = conversation;
  const toSay = (JSON.parse(packed) as Kept[]).map(({ turn, kind, items }): Utterance => {
    lastUtterance += 1;
    return { id: lastUtterance, turn, kind, items, complete: true, sent: 0, closed: false, played: 0 };
  });
  return { ...conversation, toSay, lastUtterance };
}
