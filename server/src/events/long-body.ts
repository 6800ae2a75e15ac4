import type { Sql } from '../db/index.ts';

/** Longer bodies are read piece by piece whenever they are sent or shown. */
export const streamedFromBytes = 1024 * 1024;
const pieceCharacters = 256 * 1024;

/** The key of an event's row. The time is in whole milliseconds, and that of the row may be more exact. */
export type EventKey = { readonly eventId: string; readonly eventAt: number };

/** The body of an event that may be far longer than memory should hold. It is read again for each use. */
export class LongBody {
  readonly bytes: number;
  readonly #sql: Sql;
  readonly #event: EventKey;

  constructor(sql: Sql, event: EventKey, bytes: number) {
    this.#sql = sql;
    this.#event = event;
    this.bytes = bytes;
  }

  async beginning(): Promise<string> {
    return (await readPiece(this.#sql, this.#event, 1)) ?? '';
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    for (let from = 1; ; from += pieceCharacters) {
      const piece = await readPiece(this.#sql, this.#event, from);
      if (piece === null) throw new Error('the event has been deleted');
      if (piece === '') return;
      yield Buffer.from(piece);
    }
  }
}

/** A text if it is short, null if there is no such event. */
export async function readBody(sql: Sql, event: EventKey): Promise<string | LongBody | null> {
  const [row] = await sql<{ bytes: number; body: string | null }[]>`
    select octet_length(body) as bytes, case when octet_length(body) <= ${streamedFromBytes} then body end as body
    from events where ${isEvent(sql, event)}`;
  if (row === undefined) return null;
  return row.body ?? new LongBody(sql, event, row.bytes);
}

async function readPiece(sql: Sql, event: EventKey, from: number): Promise<string | null> {
  const [row] = await sql<{ piece: string }[]>`
    select substring(body from ${from}::integer for ${pieceCharacters}::integer) as piece
    from events where ${isEvent(sql, event)}`;
  return row?.piece ?? null;
}

const isEvent = (sql: Sql, { eventId, eventAt }: EventKey) => sql`
  id = ${eventId} and created_at between to_timestamp((${eventAt}::bigint - 1) / 1000.0)
    and to_timestamp((${eventAt}::bigint + 1) / 1000.0)`;
