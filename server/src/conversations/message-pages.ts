import type { TranscriptEntry } from '@parley/protocol';
import type { Fragment, Queries } from '../db/index.ts';

export type StoredMessage = {
  readonly number: number;
  readonly speaker: 'user' | 'avatar';
  readonly message: string;
  readonly interrupted: boolean;
  readonly fromPage: boolean;
  /** The name of the person who said it instead of the brain. */
  readonly person: string | null;
  /** The turn it belongs to. Null for messages that an older version stored. */
  readonly turn: number | null;
  readonly at: number;
};

/** The first messages of a session, as many as fit. */
export type FirstMessages = {
  readonly messages: readonly StoredMessage[];
  /** Whether the session has more. */
  readonly isCut: boolean;
};

const pageMessages = 500;
/** V8 collects the garbage of larger strings too late. */
const pageBytes = 64 * 1024;
/** What a message takes besides its words, in memory and in the JSON of an event. */
const messageBytes = 100;

/** How much of a session's limit a message takes. */
export const storedBytesOf = (message: string): number => messageBytes + Buffer.byteLength(message);

/** The same sum in SQL. */
export const storedBytesIn = (sql: Queries, sessionId: Fragment) => sql`
  (select coalesce(sum(${messageBytes} + octet_length(message)), 0)::bigint from messages
    where session_id = ${sessionId})`;

/**
 * All messages of a session, or those that a condition on `messages` selects, in order, page by page. A page ends early if its messages are long. No connection is held
 * between two pages, because the reader may be slow.
 */
export async function* messagePages(
  sql: Queries,
  sessionId: string,
  condition: Fragment = sql`true`,
): AsyncGenerator<readonly StoredMessage[], void, undefined> {
  for (let after = 0; ; ) {
    const page = await readPage(sql, sessionId, after, condition);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.number;
  }
}

export async function readFirstMessages(
  sql: Queries,
  sessionId: string,
  maxBytes: number,
  condition?: Fragment,
): Promise<FirstMessages> {
  const messages: StoredMessage[] = [];
  let bytes = 0;
  for await (const page of messagePages(sql, sessionId, condition)) {
    for (const message of page) {
      bytes += storedBytesOf(message.message);
      if (bytes > maxBytes) return { messages, isCut: true };
      messages.push(message);
    }
  }
  return { messages, isCut: false };
}

/** Who made the avatar say it, unless it was the brain. */
export function sourceOf({ fromPage, person }: Pick<StoredMessage, 'fromPage' | 'person'>): {
  source?: 'page' | 'person';
} {
  if (person !== null) return { source: 'person' };
  return fromPage ? { source: 'page' } : {};
}

export function transcriptEntry({
  speaker,
  message,
  at,
  interrupted,
  ...source
}: StoredMessage): TranscriptEntry {
  return {
    speaker,
    message,
    timestamp: at,
    ...(interrupted ? { interrupted: true } : {}),
    ...sourceOf(source),
  };
}

function readPage(sql: Queries, sessionId: string, after: number, condition: Fragment) {
  return sql<StoredMessage[]>`
    select number, speaker, message, interrupted, from_page as "fromPage", person, turn, ms(at) as at from (
      select found.*, row_number() over ordered as nth, sum(octet_length(message)) over ordered as bytes from (
        select * from messages where session_id = ${sessionId} and number > ${after} and ${condition}
        order by number limit ${pageMessages}
      ) as found
      window ordered as (order by number)
    ) as page
    where nth = 1 or bytes <= ${pageBytes} order by number`;
}
