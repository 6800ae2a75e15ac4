import { type Conversations, wordsByTurn } from '../conversations/index.ts';
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
  const wordsOf = wordsByTurn(turns, messages);
  const callbackWords = (after: number): string[] => {
    const next = turns.find(({ number, kind }) => number > after && kind === 'chat')?.number;
    return turns
      .filter(({ number, kind }) => kind === 'callback' && number > after && number < (next ?? Infinity))
      .flatMap((turn) => wordsOf(turn).reply ?? []);
  };
  const chats = turns.filter(({ kind }) => kind === 'chat');
  return chats
    .flatMap((turn) => {
      const markup = (turn.detail ?? {}) as Markup;
      const question = markup.asked ?? wordsOf(turn).message;
      if (question === null) return [];
      // A filler comes before the reply, and has the turn's number, too.
      const said = messages.filter(({ speaker, turn: of }) => speaker === 'avatar' && of === turn.number);
      const reply = said.at(-1)?.message ?? wordsOf(turn).reply;
      const areTagsKnown = turn.receivedAt >= knownSince;
      return [
        { ...storedTurn(turn, question, reply, markup, areTagsKnown), callbacks: callbackWords(turn.number) },
      ];
    })
    .slice(0, replayLimits.turnsOfSession);
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
