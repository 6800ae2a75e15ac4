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

export type EventRow = { readonly id: string; readonly sequence: number; readonly body: string };

export async function readTurns(sql: Queries, id: string): Promise<TurnRow[]> {
  return await sql<TurnRow[]>`
    select number, kind, outcome, ms(received_at) as "receivedAt", ms(sent_at) as "sentAt",
      ms(first_byte_at) as "firstByteAt", ms(first_sentence_at) as "firstSentenceAt",
      ms(first_audio_at) as "firstAudioAt", ms(ended_at) as "endedAt", heard, detail
    from turns where session_id = ${id} order by number`;
}

export async function readEvents(sql: Queries, id: string): Promise<EventRow[]> {
  return await sql<EventRow[]>`
    select id, sequence, body from events where session_id = ${id} and partner_id is null
    order by sequence`;
}
