import { type Conversations, type StoredMessage, wordsByTurn } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import { readTurns, type TurnRow } from '../live/index.ts';
import { type ComparedSide, readReply, splitWords, tagLine } from '../rehearsal/index.ts';
import { replayLimits } from './replay-limits.ts';

/** A question of a stored session, and how it was answered. */
export type StoredTurn = {
  readonly number: number;
  /** As it was sent to the brain. */
  readonly question: string;
  /** How many words the visitor heard before they went on; null if they heard all of the reply. */
  readonly heardWords: number | null;
  readonly before: ComparedSide & {
    readonly firstSentenceMs: number | null;
    readonly totalMs: number | null;
  };
  /** What the brain said by itself before the next question. */
  readonly callbacks: readonly string[];
};

type Markup = { readonly asked?: string; readonly reply?: string };

/** More than a session stores. */
const maxBytes = 8 * 1024 * 1024;

/** The questions of a session in order. A question without stored words cannot be asked again. */
export async function readStoredTurns(
  sql: Sql,
  conversations: Pick<Conversations, 'firstMessages'>,
  sessionId: string,
): Promise<StoredTurn[]> {
  const [turns, { messages }, knownSince] = await Promise.all([
    readTurns(sql, sessionId, maxBytes),
    conversations.firstMessages(sessionId, maxBytes),
    readTagsKnownSince(sql),
  ]);
  return questionsOf(turns, messages, knownSince);
}

/** The work grows with the turns and messages alone: a long session must not keep others waiting. */
export function questionsOf(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
  tagsKnownSince: number,
): StoredTurn[] {
  const wordsOf = wordsByTurn(turns, messages);
  // A filler comes before the reply, and has the turn's number, too. The last one counts.
  const saidIn = new Map<number | null, string>();
  for (const { speaker, turn, message } of messages) if (speaker === 'avatar') saidIn.set(turn, message);
  const questions: (StoredTurn & { readonly callbacks: string[] })[] = [];
  let asked: (typeof questions)[number] | undefined;
  for (const turn of turns) {
    if (turn.kind === 'callback') {
      const words = wordsOf(turn).reply;
      if (words !== null) asked?.callbacks.push(words);
    }
    if (turn.kind !== 'chat') continue;
    if (questions.length === replayLimits.turnsOfSession) break;
    asked = undefined;
    const markup = (turn.detail ?? {}) as Markup;
    const question = markup.asked ?? wordsOf(turn).message;
    if (question === null) continue;
    const reply = saidIn.get(turn.number) ?? wordsOf(turn).reply;
    const areTagsKnown = turn.receivedAt >= tagsKnownSince;
    asked = { ...storedTurn(turn, question, reply, markup, areTagsKnown), callbacks: [] };
    questions.push(asked);
  }
  return questions;
}

function storedTurn(
  turn: TurnRow,
  question: string,
  reply: string | null,
  markup: Markup,
  areTagsKnown: boolean,
): Omit<StoredTurn, 'callbacks'> {
  const { number, outcome, heard, sentAt, firstSentenceAt, endedAt } = turn;
  const isInterrupted = heard !== null || outcome === 'interrupted';
  const hasWords = outcome !== 'failed' && firstSentenceAt !== null;
  const words = hasWords ? (reply ?? (isInterrupted ? null : '')) : outcome === 'empty' ? '' : null;
  const heardWords = isInterrupted ? splitWords(words ?? '').length : null;
  const isKnown = areTagsKnown && words !== null;
  const since = (moment: number | null) =>
    moment === null || sentAt === null || outcome === 'failed' ? null : Math.max(0, moment - sentAt);
  return {
    number,
    question,
    heardWords,
    before: {
      problem: outcome === 'failed' ? problemIn(turn) : null,
      words,
      tags: isKnown ? readReply(markup.reply ?? '', heardWords).tags.map(tagLine) : null,
      firstSentenceMs: since(firstSentenceAt),
      totalMs: outcome === 'interrupted' ? null : since(endedAt),
    },
  };
}

function problemIn({ detail }: TurnRow): string {
  const { problem, error } = (detail ?? {}) as Record<string, unknown>;
  return [problem, error].find((text) => typeof text === 'string') ?? 'The reason was not stored.';
}

/** Older versions did not store the tags of replies. The version that does has brought its own table. */
async function readTagsKnownSince(sql: Sql): Promise<number> {
  const [row] = await sql<{ at: number }[]>`
    select ms(applied_at) as at from schema_migrations where version = 60`;
  return row?.at ?? 0;
}
