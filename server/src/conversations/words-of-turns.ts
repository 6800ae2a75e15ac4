import type { StoredMessage } from './message-pages.ts';

type TurnRow = {
  readonly number: number;
  readonly kind: string;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly heard: string | null;
};

export type WordsOfTurn = { readonly message: string | null; readonly reply: string | null };

/** What was asked and answered in each turn. Each message says which turn it belongs to. */
export function wordsByTurn(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
): (turn: TurnRow) => WordsOfTurn {
  const ofTurn = Map.groupBy(messages, ({ turn }) => turn);
  const older = wordsByTime(turns, ofTurn.get(null) ?? []);
  return (turn) => {
    const found = ofTurn.get(turn.number);
    if (found === undefined) return older(turn);
    return { message: wordsOf(found, 'user'), reply: wordsOf(found, 'avatar') };
  };
}

const wordsOf = (messages: readonly StoredMessage[], speaker: StoredMessage['speaker']): string | null =>
  messages
    .filter((entry) => entry.speaker === speaker && !entry.fromPage)
    .map(({ message }) => message)
    .join(' ') || null;

const nearMs = 50;

/**
 * For messages of older versions, which do not know their turn. The work grows with the turns and messages, not with their
 * product: a long session must not keep others waiting.
 */
function wordsByTime(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
): (turn: TurnRow) => WordsOfTurn {
  const cutShort = interruptedReplies(turns, messages);
  const ofOtherTurns = new Set(cutShort.values());
  const left = messages
    .filter((entry) => !ofOtherTurns.has(entry))
    .toSorted((one, other) => one.at - other.at);
  const between = (from: number, to: number) =>
    left.slice(
      firstIndex(left, ({ at }) => at >= from),
      firstIndex(left, ({ at }) => at >= to),
    );
  const chats = turns.filter(({ kind, sentAt }) => kind === 'chat' && sentAt !== null);
  const nextAt = new Map(turns.map(({ number }, index) => [number, turns[index + 1]?.receivedAt]));
  // What is said by itself during a reply belongs to it.
  for (const [index, { number }] of chats.entries()) nextAt.set(number, chats[index + 1]?.receivedAt);
  return ({ number, receivedAt }) => {
    const next = nextAt.get(number) ?? Number.POSITIVE_INFINITY;
    return {
      message: wordsOf(between(receivedAt - nearMs, Math.min(next, receivedAt + nearMs)), 'user'),
      reply: cutShort.get(number)?.message ?? wordsOf(between(receivedAt, next), 'avatar'),
    };
  };
}

/** The first entry for which this is true, as it is for all that follow. */
function firstIndex<T>(entries: readonly T[], isFound: (entry: T) => boolean): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && isFound(entry)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * By turn, the replies that were interrupted. What was heard of a reply is known only after the interruption, so its
 * message may be later than the next question.
 */
function interruptedReplies(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
): ReadonlyMap<number, StoredMessage> {
  const interrupted = messages.filter(({ speaker, interrupted }) => speaker === 'avatar' && interrupted);
  const left = new Map(
    Array.from(
      Map.groupBy(interrupted, ({ message }) => message),
      ([message, entries]) => [message, entries.values()],
    ),
  );
  const found = new Map<number, StoredMessage>();
  for (const { number, heard, receivedAt } of turns) {
    // Earlier ones are of no later turn either.
    for (const entry of (heard === null ? undefined : left.get(heard)) ?? []) {
      if (entry.at < receivedAt) continue;
      found.set(number, entry);
      break;
    }
  }
  return found;
}
