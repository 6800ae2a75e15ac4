import type { Conversation } from './conversation.ts';
import type { Utterance } from './utterance.ts';

const maxKept = 50;

type Kept = Pick<Utterance, 'turn' | 'kind' | 'items'> & Partial<Pick<Utterance, 'recorded'>>;

/** What a conversation still has to say, for a process that ends before it can; null where that is nothing. */
export function packUnsaid({ toSay }: Conversation): string | null {
  const kept = toSay
    .filter(({ items }) => items.length > 0)
    .slice(0, maxKept)
    .map(({ turn, kind, items, recorded }): Kept => ({ turn, kind, items, ...(recorded && { recorded }) }));
  return kept.length === 0 ? null : JSON.stringify(kept);
}

/** The same in the conversation that goes on after the start. What was still coming then is as long as it will be. */
export function unpackUnsaid(conversation: Conversation, packed: string | null): Conversation {
  if (packed === null) return conversation;
  const kept = JSON.parse(packed) as Kept[];
  const { lastUtterance } = conversation;
  const toSay = kept.map((utterance, index): Utterance => {
    const id = lastUtterance + index + 1;
    return { recorded: false, ...utterance, id, complete: true, sent: 0, played: 0, closed: false };
  });
  return { ...conversation, toSay, lastUtterance: lastUtterance + toSay.length };
}
