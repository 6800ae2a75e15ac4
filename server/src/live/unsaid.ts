import type { Conversation } from './conversation.ts';
import type { Utterance } from './utterance.ts';

const maxKept = 50;

type Kept = Pick<Utterance, 'turn' | 'kind' | 'items'> & {
  readonly recorded?: boolean;
  /** Only of what a reading client was sent and has not confirmed: it may name this number when it comes back. */
  readonly given?: number;
};

/**
 * What a conversation still has to say, and what a reading client may not have got, for a process that ends before it
 * can tell; null where that is nothing.
 */
export function packUnsaid({ given, toSay }: Conversation): string | null {
  const kept = [
    ...given.map(({ id, turn, kind, items }): Kept => ({ turn, kind, items, given: id })),
    ...toSay
      .filter(({ items }) => items.length > 0)
      .map(({ turn, kind, items, recorded }): Kept => ({ turn, kind, items, ...(recorded && { recorded }) })),
  ].slice(0, maxKept);
  return kept.length === 0 ? null : JSON.stringify(kept);
}

/** The same in the conversation that goes on after the start. What was still coming then is as long as it will be. */
export function unpackUnsaid(conversation: Conversation, packed: string | null): Conversation {
  if (packed === null) return conversation;
  let { lastUtterance } = conversation;
  const whole = { complete: true, played: 0 };
  const given: Utterance[] = [];
  const toSay: Utterance[] = [];
  for (const { turn, kind, items, recorded = false, given: id } of JSON.parse(packed) as Kept[]) {
    const said = { turn, kind, items, ...whole };
    if (id !== undefined) given.push({ ...said, id, sent: items.length, closed: true, recorded: true });
    else toSay.push({ ...said, id: ++lastUtterance, sent: 0, closed: false, recorded });
  }
  return { ...conversation, given, toSay, lastUtterance };
}
