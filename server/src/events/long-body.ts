import type { Sql } from '../db/index.ts';

/** Longer bodies are read piece by piece whenever they are sent or shown. */
export const streamedFromBytes = 1024 * 1024;
/** PostgreSQL unpacks the whole body for each query, so few queries must do. */
const bytesPerQuery = 4 * 1024 * 1024;
/** V8 collects the garbage of larger strings and buffers too late: it would be hundreds of megabytes. */
const pieceBytes = 32 * 1024;
/** How much of a long body is in memory while it is sent. */
export const maxBodyInMemory = bytesPerQuery;
const shownBytes = 256 * 1024;

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
    return Buffer.concat(await readPieces(this.#sql, this.#event, 0, shownBytes)).toString();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    for (let sent = 0; sent < this.bytes; ) {
      const pieces = await readPieces(this.#sql, this.#event, sent, bytesPerQuery);
      if (pieces.length === 0) throw new Error('the event has been deleted');
      for (const piece of pieces) {
        sent += piece.length;
        yield piece;
      }
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

/** Slices of bytes: for a slice of a text, PostgreSQL would count its characters from the beginning. */
async function readPieces(
  sql: Sql,
  event: EventKey,
  after: number,
  maxBytes: number,
): Promise<readonly Buffer[]> {
  const rows = await sql<{ piece: Buffer }[]>`
    select substring(bytes from start for ${pieceBytes}::integer) as piece
    from (
      select substring(convert_to(body, 'UTF8') from ${after + 1}::integer for ${maxBytes}::integer) as bytes
      from events where ${isEvent(sql, event)} offset 0
    ) as part
    cross join lateral generate_series(1, octet_length(bytes), ${pieceBytes}::integer) as start
    order by start`;
  return rows.map(({ piece }) => piece);
}

const isEvent = (sql: Sql, { eventId, eventAt }: EventKey) => sql`
  id = ${eventId} and created_at between to_timestamp((${eventAt}::bigint - 1) / 1000.0)
    and to_timestamp((${eventAt}::bigint + 1) / 1000.0)`;
