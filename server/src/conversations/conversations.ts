import type { TranscriptEntry } from '@parley/protocol';
import { createBatcher, type Sql, withRetry } from '../db/index.ts';
import { insertRecord, type Known, type MessageEntry, type TurnEntry } from './record-writes.ts';

export type HistoryMessage = { readonly role: 'user' | 'assistant'; readonly content: string };
type OnFailed = (error: unknown) => void;
export type Conversations = ReturnType<typeof createConversations>;

/** Nobody waits for the record; many rows in one transaction cost a fraction of a transaction each. */
const batches = { maxItems: 1_000, gatherMs: 50 };

/** Looking for rows that are there already costs more than writing them, so that is left until some are. */
async function insertOnce(insert: (known: Known) => Promise<void>): Promise<void> {
  let known: Known = 'refused';
  await withRetry(async () => {
    try {
      await insert(known);
    } catch (error) {
      if (known === 'left' || !isDuplicate(error)) throw error;
      known = 'left';
      await insert(known);
    }
  });
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

/** What was said and how long it took: written behind the conversation, in batches. */
export function createConversations(sql: Sql) {
  const record = createBatcher<MessageEntry | TurnEntry, void>({
    ...batches,
    write: async (entries) => {
      await insertOnce((known) => insertRecord(sql, entries, known));
      return entries.map(() => undefined);
    },
  });

  const clearing = new Map<string, Promise<unknown>>();

  return {
    add: (entry: MessageEntry | TurnEntry, onFailed: OnFailed): void => record.push(entry, onFailed),

    /** What the user heard of a turn that they cut short, known only afterwards. */
    async noteHeard(sessionId: string, number: number, heard: string): Promise<void> {
      await record.settled();
      await sql`update turns set heard = ${heard} where session_id = ${sessionId} and number = ${number}`;
    },

    /** Why the avatar's own voice was not heard in a turn; the first reason stays. */
    async noteVoice(sessionId: string, number: number, message: string): Promise<void> {
      await record.settled();
      const note = sql.json({ voice: message });
      await sql`
        update turns set detail = ${note} || coalesce(detail, '{}')
        where session_id = ${sessionId} and number = ${number}`;
    },

    /** When the first sound of a turn went out, known only after the turn was written. */
    async noteFirstAudio(sessionId: string, number: number, at: number): Promise<void> {
      await record.settled();
      await sql`
        update turns set first_audio_at = to_timestamp(${at}::bigint / 1000.0)
        where session_id = ${sessionId} and number = ${number} and first_audio_at is null`;
    },

    async transcript(sessionId: string): Promise<TranscriptEntry[]> {
      await record.settled();
      const rows = await sql<
        { speaker: 'user' | 'avatar'; message: string; interrupted: boolean; at: Date }[]
      >`
        select speaker, message, interrupted, at from messages where session_id = ${sessionId} order by number`;
      return rows.map(({ speaker, message, interrupted, at }) => ({
        speaker,
        message,
        timestamp: at.getTime(),
        ...(interrupted ? { interrupted: true } : {}),
      }));
    },

    /** The last messages since the context was cleared, oldest first; with a number, only those before it. */
    async history(sessionId: string, limit: number, before: number | null): Promise<HistoryMessage[]> {
      await record.settled();
      await clearing.get(sessionId)?.catch(() => {});
      const rows = await sql<{ speaker: string; message: string }[]>`
        select speaker, message from messages
        where session_id = ${sessionId}
          and number > (select history_from from sessions where id = ${sessionId})
          ${before === null ? sql`` : sql`and number < ${before}`}
        order by number desc limit ${limit}`;
      return rows
        .map(
          ({ speaker, message }): HistoryMessage => ({
            role: speaker === 'user' ? 'user' : 'assistant',
            content: message,
          }),
        )
        .reverse();
    },

    /** Forgets all up to the message of this number; whoever reads afterwards waits for it. */
    async clearHistory(sessionId: string, upTo: number): Promise<void> {
      const clears = withRetry(
        () => sql`
          update sessions set history_from = greatest(history_from, ${upTo}::integer) where id = ${sessionId}`,
      );
      clearing.set(sessionId, clears);
      try {
        await clears;
      } finally {
        if (clearing.get(sessionId) === clears) clearing.delete(sessionId);
      }
    },

    settled: (): Promise<void> => record.settled(),
  };
}
