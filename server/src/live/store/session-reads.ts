import type { Queries } from '../../db/index.ts';

export type TurnRow = {
  readonly number: number;
  readonly kind: string;
  readonly outcome: string;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly firstByteAt: number | null;
  readonly firstSentenceAt: number | null;
  readonly firstAudioAt: number | null;
  readonly endedAt: number | null;
  readonly heard: string | null;
  readonly detail: unknown;
};

export type EventRow = {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  readonly at: number;
  /** Null if it is long. */
  readonly body: string | null;
};

const rowBytes = 200;
const longEventBytes = 64 * 1024;

/** The first turns, as many as fit. */
export async function readTurns(sql: Queries, id: string, maxBytes: number): Promise<TurnRow[]> {
  const bytes = sql`${rowBytes} + coalesce(octet_length(heard), 0) + coalesce(pg_column_size(detail), 0)`;
  return await sql<TurnRow[]>`
    select number, kind, outcome, ms(received_at) as "receivedAt", ms(sent_at) as "sentAt",
      ms(first_byte_at) as "firstByteAt", ms(first_sentence_at) as "firstSentenceAt",
      ms(first_audio_at) as "firstAudioAt", ms(ended_at) as "endedAt", heard, detail
    from (
      select *, sum(${bytes}) over (order by number) as bytes from turns where session_id = ${id}
    ) as turns
    where bytes <= ${maxBytes} order by number`;
}

/** The last events, as many as fit, in order. */
export async function readEvents(sql: Queries, id: string, maxBytes: number): Promise<EventRow[]> {
  const shown = sql`case when octet_length(body) <= ${longEventBytes} then body end`;
  return await sql<EventRow[]>`
    select id, sequence, name, ms(created_at) as at, ${shown} as body
    from (
      select *, sum(${rowBytes} + coalesce(octet_length(${shown}), 0)) over (order by sequence desc) as bytes
      from events where session_id = ${id} and partner_id is null
    ) as events
    where bytes <= ${maxBytes} order by sequence`;
}
