import type { TakeoverEntry } from '@parley/protocol';
import type { Queries } from '../db/index.ts';

/** What a visitor and people said to each other. */
export type TakeoverWords = {
  readonly entries: readonly TakeoverEntry[];
  /** The number of its last message; null if people said nothing. */
  readonly upTo: number | null;
};

const maxEntries = 50;
const maxBytes = 16 * 1024;

/** From a message on, up to the last words of a person: the visitor's messages after them are questions for the brain. */
export async function readTakeoverWords(
  sql: Queries,
  sessionId: string,
  from: number,
): Promise<TakeoverWords> {
  const rows = await sql<{ number: number; speaker: TakeoverEntry['speaker']; message: string }[]>`
    select number, case when speaker = 'user' then 'user' else 'person' end as speaker, message from messages
    where session_id = ${sessionId} and number >= ${from} and (speaker = 'user' or person is not null)
      and number <= (
        select max(number) from messages
        where session_id = ${sessionId} and number >= ${from} and person is not null)
    order by number desc limit ${maxEntries}`;
  const entries: TakeoverEntry[] = [];
  let bytes = 0;
  for (const { speaker, message } of rows) {
    bytes += Buffer.byteLength(message);
    if (bytes > maxBytes) break;
    entries.push({ speaker, message });
  }
  return { entries: entries.reverse(), upTo: rows[0]?.number ?? null };
}
