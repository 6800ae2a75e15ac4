import { type Conversations, type StoredMessage, wordsByTurn } from '../conversations/index.ts';
import type { Sql } from '../db/index.ts';
import { readTurns, type TurnRow } from '../live/index.ts';
import { type ComparedSide, parseReply, splitWords, tagLine } from '../rehearsal/index.ts';
import { replayLimits } from './replay-limits.ts';

/** A question of a stored session, with what is stored of its answer. */
export type StoredQuestion = {
  /** As it was sent to the brain. */
  readonly question: string;
  readonly turn: TurnRow;
  readonly reply: string | null;
  readonly areTagsKnown: boolean;
  /** What the brain said by itself before the next question. */
  readonly callbacks: readonly string[];
};

/** How a question was answered. */
export type StoredTurn = Pick<StoredQuestion, 'question' | 'callbacks'> & {
  readonly number: number;
  /** How many words the visitor heard before they went on; null if they heard all of the reply. */
  readonly heardWords: number | null;
  readonly before: ComparedSide & {
    readonly firstSentenceMs: number | null;
    readonly totalMs: number | null;
  };
};

type Markup = { readonly asked?: string; readonly reply?: string };

/** More than a session stores. */
const maxBytes = 8 * 1024 * 1024;

/** The questions of a session in order. A question without stored words cannot be asked again. */
export async function readQuestions(
  sql: Sql,
  conversations: Pick<Conversations, 'firstMessages'>,
  sessionId: string,
): Promise<StoredQuestion[]> {
  const [turns, { messages }, knownSince] = await Promise.all([
    readTurns(sql, sessionId, maxBytes),
    conversations.firstMessages(sessionId, maxBytes),
    readTagsKnownSince(sql),
  ]);
  return questionsOf(turns, messages, knownSince);
}

/**
 * The work grows with the number of turns and messages alone, however long they are: a long session must not keep others
 * waiting.
 */
export function questionsOf(
  turns: readonly TurnRow[],
  messages: readonly StoredMessage[],
  tagsKnownSince: number,
): StoredQuestion[] {
  const wordsOf = wordsByTurn(turns, messages);
  // A filler comes before the reply, and has the turn's number, too. The last one counts.
  const saidIn = new Map<number | null, string>();
  for (const { speaker, turn, message } of messages) if (speaker === 'avatar') saidIn.set(turn, message);
  const questions: (StoredQuestion & { readonly callbacks: string[] })[] = [];
  let asked: (typeof questions)[number] | undefined;
  for (const turn of turns) {
    if (turn.kind === 'callback') {
      const words = wordsOf(turn).reply;
      if (words !== null) asked?.callbacks.push(words);
    }
    if (turn.kind !== 'chat') continue;
    if (questions.length === replayLimits.turnsOfSession) break;
    asked = undefined;
    const question = markupOf(turn).asked ?? wordsOf(turn).message;
    if (question === null) continue;
    const reply = saidIn.get(turn.number) ?? wordsOf(turn).reply;
    asked = { question, turn, reply, areTagsKnown: turn.receivedAt >= tagsKnownSince, callbacks: [] };
    questions.push(asked);
  }
  return questions;
}

const markupOf = ({ detail }: TurnRow): Markup => (detail ?? {}) as Markup;

/** Parses the stored reply, which takes a while: call it when the question is due. */
export function storedTurn(
  { question, turn, reply, areTagsKnown, callbacks }: StoredQuestion,
  parse = parseReply,
): StoredTurn {
  const { number, outcome, heard, sentAt, firstSentenceAt, endedAt } = turn;
  const isInterrupted = heard !== null || outcome === 'interrupted';
  const hasWords = outcome !== 'failed' && firstSentenceAt !== null;
  const words = hasWords ? (reply ?? (isInterrupted ? null : '')) : outcome === 'empty' ? '' : null;
  const heardWords = isInterrupted ? splitWords(words ?? '').length : null;
  const isKnown = areTagsKnown && words !== null;
  const tagsIn = (stored: string) => {
    const parsed = parse(stored);
    return (heardWords === null ? parsed : parsed.upTo(heardWords)).tags.map(tagLine);
  };
  const since = (moment: number | null) =>
    moment === null || sentAt === null || outcome === 'failed' ? null : Math.max(0, moment - sentAt);
  return {
    number,
    question,
    callbacks,
    heardWords,
    before: {
      problem: outcome === 'failed' ? problemIn(turn) : null,
      words,
      tags: isKnown ? tagsIn(markupOf(turn).reply ?? '') : null,
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
