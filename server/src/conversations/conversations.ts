import { createBatcher, createOutageRetry, type OutageRetry, type Sql, withRetry } from '../db/index.ts';
import { errorCode, type Log, withinMs } from '../kernel/index.ts';
import { type FirstMessages, messagePages, readFirstMessages, transcriptEntry } from './message-pages.ts';
import { type DuplicatePolicy, insertRecord, type MessageEntry, type TurnEntry } from './record-writes.ts';
import { readTakeoverWords, type TakeoverWords } from './takeover-words.ts';
import { readTranscript, type Transcript } from './transcript.ts';
import type { TranscriptPages } from './transcript-forms.ts';

export type HistoryMessage = { readonly role: 'user' | 'assistant'; readonly content: string };
type OnFailed = (error: unknown) => void;
export type Conversations = ReturnType<typeof createConversations>;

/** No caller waits for these rows, and one transaction for many of them is far cheaper than one for each. */
const batches = { maxItems: 1_000, maxBatchSize: 4 * 1024 * 1024, gatherMs: 50 };
/** The most that may wait in memory, of all accounts together, while the database is unavailable. */
const maxWaitingBytes = 64 * 1024 * 1024;
const entryBytes = 300;
const historyLimitMs = 3_000;
const maxHistoryBytes = 1024 * 1024;

const sizeOf = (entry: MessageEntry | TurnEntry): number =>
  entryBytes + ('speaker' in entry ? entry.message.length : (entry.heard?.length ?? 0) + markupLength(entry));

/** The texts of a turn whose tags are stored. */
const markupLength = ({ detail }: TurnEntry): number =>
  [detail?.asked, detail?.reply].reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    0,
  );

/** Checking for existing rows costs more than the insert, so it is done only after an insert has found a duplicate. */
async function insertOnce(
  insert: (duplicates: DuplicatePolicy) => Promise<void>,
  outageRetry: OutageRetry,
): Promise<void> {
  let duplicates: DuplicatePolicy = 'fail';
  await outageRetry.untilDone(async () => {
    try {
      await insert(duplicates);
    } catch (error) {
      if (duplicates === 'skip' || !isDuplicate(error)) throw error;
      duplicates = 'skip';
      await insert(duplicates);
    }
  });
}

const isDuplicate = (error: unknown): boolean => errorCode(error) === '23505';

/**
 * The page made the avatar say this, so it comes from the visitor's side. The model must not take it for its own words.
 */
function historyMessage(row: { speaker: string; message: string; fromPage: boolean }): HistoryMessage {
  const { speaker, message: content, fromPage } = row;
  if (fromPage) return { role: 'user', content: `(The page made the avatar say: ${content})` };
  return { role: speaker === 'user' ? 'user' : 'assistant', content };
}

export type ConversationsDeps = {
  readonly log?: Log;
  /** The id under which this process owns sessions; null if it runs alone. */
  owner?(): string | null;
};

/** Transcripts and turns. They are written in batches, and conversations do not wait for that. */
export function createConversations(sql: Sql, { log, owner = () => null }: ConversationsDeps = {}) {
  const outageRetry = createOutageRetry((error) =>
    log?.error({ err: error }, 'the database is unavailable, transcripts wait for it'),
  );
  const record = createBatcher<MessageEntry | TurnEntry, void>({
    ...batches,
    sizeOf,
    limit: { maxSize: maxWaitingBytes, accountOf: ({ accountId }) => accountId },
    write: async (entries) => {
      await insertOnce((duplicates) => insertRecord(sql, entries, duplicates, owner()), outageRetry);
      return entries.map(() => undefined);
    },
  });

  const clearing = new Map<string, Promise<unknown>>();

  const readHistory = async (sessionId: string, limit: number, before: number | null) => {
    await record.settled();
    await clearing.get(sessionId)?.catch(() => {});
    const rows = await sql<{ speaker: string; message: string; fromPage: boolean }[]>`
      select speaker, message, "fromPage" from (
        select found.*, sum(octet_length(message)) over (order by number desc) as bytes from (
          select number, speaker, message, from_page as "fromPage" from messages
          where session_id = ${sessionId}
            and number > (select history_from from sessions where id = ${sessionId})
            ${before === null ? sql`` : sql`and number < ${before}`}
          order by number desc limit ${limit}
        ) as found
      ) as latest
      where bytes <= ${maxHistoryBytes} order by number desc`;
    return rows.map(historyMessage).reverse();
  };

  return {
    add: (entry: MessageEntry | TurnEntry, onFailed: OnFailed, onStored?: () => void): void =>
      record.push(entry, onFailed, onStored),

    /** Stores what the user heard of a turn that they interrupted. It is known only afterwards. */
    async noteHeard(sessionId: string, number: number, heard: string): Promise<void> {
      await record.settled();
      await sql`update turns set heard = ${heard} where session_id = ${sessionId} and number = ${number}`;
    },

    /** Stores why the avatar's own voice was not used in a turn. The first reason stays. */
    async noteVoice(sessionId: string, number: number, message: string): Promise<void> {
      await record.settled();
      const note = sql.json({ voice: message });
      await sql`
        update turns set detail = ${note} || coalesce(detail, '{}')
        where session_id = ${sessionId} and number = ${number}`;
    },

    /** Stores when the first sound of a turn was sent. It is known only after the turn was written. */
    async noteFirstAudio(sessionId: string, number: number, at: number): Promise<void> {
      await record.settled();
      await sql`
        update turns set first_audio_at = to_timestamp(${at}::bigint / 1000.0)
        where session_id = ${sessionId} and number = ${number} and first_audio_at is null`;
    },

    /** What was said in a session, up to the length that an event may have. */
    async transcript(sessionId: string): Promise<Transcript> {
      await record.settled();
      return await readTranscript(sql, sessionId);
    },

    /** Everything that was said in a session, however long it is. */
    async *transcriptPages(sessionId: string): TranscriptPages {
      await record.settled();
      for await (const page of messagePages(sql, sessionId)) yield page.map(transcriptEntry);
    },

    /** The first messages of a session with their turns. */
    async firstMessages(sessionId: string, maxBytes: number): Promise<FirstMessages> {
      await record.settled();
      return await readFirstMessages(sql, sessionId, maxBytes);
    },

    /**
     * The last messages since the context was cleared, oldest first; with a number, only those before it. Fails if the
     * database does not answer in time, because a visitor waits for it.
     */
    async history(sessionId: string, limit: number, before: number | null): Promise<HistoryMessage[]> {
      return await withinMs(readHistory(sessionId, limit, before), historyLimitMs);
    },

    /** What a visitor and people said from a message on. Fails like `history`, because a visitor waits for it. */
    async exchange(sessionId: string, from: number): Promise<TakeoverWords> {
      await withinMs(record.settled(), historyLimitMs);
      return await withinMs(readTakeoverWords(sql, sessionId, from), historyLimitMs);
    },

    /** Forgets all messages up to this number. Later reads wait until this is stored. */
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

    /** Waits until everything is stored, but not for a database that is unavailable. */
    async stop(): Promise<void> {
      outageRetry.stop();
      await record.settled();
    },
  };
}
