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

/** For messages of older versions, which do not know their turn. */
function wordsByTime(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
): (turn: TurnRow) => WordsOfTurn {
  const cutShort = interruptedReplies(turns, messages);
  const ofOtherTurns = new Set(cutShort.values());
  const left = messages.filter((entry) => !ofOtherTurns.has(entry));
  const between = (from: number, to: number) => left.filter(({ at }) => at >= from && at < to);
  const chats = turns.filter(({ kind, sentAt }) => kind === 'chat' && sentAt !== null);
  const nextAt = new Map(chats.map(({ number }, index) => [number, chats[index + 1]?.receivedAt]));
  return ({ number, receivedAt }) => {
    const next = nextAt.get(number) ?? Number.POSITIVE_INFINITY;
    return {
      message: wordsOf(between(receivedAt - nearMs, Math.min(next, receivedAt + nearMs)), 'user'),
      reply: cutShort.get(number)?.message ?? wordsOf(between(receivedAt, next), 'avatar'),
    };
  };
}

/**
 * By turn, the replies that were interrupted. What was heard of a reply is known only after the interruption, so its
 * message may be later than the next question.
 */
function interruptedReplies(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
): ReadonlyMap<number, StoredMessage> {
  const left = messages.filter(({ speaker, interrupted }) => speaker === 'avatar' && interrupted);
  const found = new Map<number, StoredMessage>();
  for (const { number, heard, receivedAt } of turns) {
    const index = left.findIndex(({ message, at }) => message === heard && at >= receivedAt);
    if (index !== -1) for (const entry of left.splice(index, 1)) found.set(number, entry);
  }
  return found;
}
