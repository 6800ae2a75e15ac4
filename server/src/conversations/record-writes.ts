import type { Queries } from '../db/index.ts';

export type MessageEntry = {
  readonly sessionId: string;
  readonly number: number;
  readonly speaker: 'user' | 'avatar';
  readonly message: string;
  readonly interrupted: boolean;
  readonly at: number;
};

export type TurnKind = 'chat' | 'callback' | 'say' | 'greeting';
export type TurnOutcome = 'answered' | 'empty' | 'interrupted' | 'failed' | 'said';

export type TurnEntry = {
  readonly sessionId: string;
  readonly number: number;
  readonly kind: TurnKind;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly firstByteAt: number | null;
  readonly firstSentenceAt: number | null;
  readonly firstAudioAt: number | null;
  readonly endedAt: number | null;
  readonly outcome: TurnOutcome;
  /** What the user heard of it, where they cut it short. */
  readonly heard: string | null;
  readonly detail: Readonly<Record<string, string | number | boolean | null>> | null;
};

/** What to do with rows that are there already, as after a commit whose answer was lost. */
export type Known = 'refused' | 'left';

const isMessage = (entry: MessageEntry | TurnEntry): entry is MessageEntry => 'speaker' in entry;

/** Both kinds in one statement: half as many transactions, and never two at work on the same moment. */
export async function insertRecord(
  sql: Queries,
  entries: readonly (MessageEntry | TurnEntry)[],
  known: Known,
): Promise<void> {
  const messages: MessageEntry[] = [];
  const turns: TurnEntry[] = [];
  for (const entry of entries) isMessage(entry) ? messages.push(entry) : turns.push(entry);
  if (turns.length === 0) await insertMessages(sql, messages, known);
  else if (messages.length === 0) await insertTurns(sql, turns, known);
  else await sql`with said as (${insertMessages(sql, messages, known)}) ${insertTurns(sql, turns, known)}`;
}

const onConflict = (sql: Queries, known: Known) => (known === 'left' ? sql`on conflict do nothing` : sql``);

function insertMessages(sql: Queries, entries: readonly MessageEntry[], known: Known) {
  const column = <K extends keyof MessageEntry>(name: K) => entries.map((entry) => entry[name]);
  return sql`
    insert into messages (session_id, number, speaker, message, interrupted, at)
    select session_id, number, speaker, message, interrupted::boolean, to_timestamp(at / 1000.0)
    from unnest(${column('sessionId')}::text[], ${column('number')}::integer[], ${column('speaker')}::text[],
      ${column('message')}::text[], ${column('interrupted').map(String)}::text[], ${column('at')}::float8[])
      as row (session_id, number, speaker, message, interrupted, at)
    ${onConflict(sql, known)}`;
}

function insertTurns(sql: Queries, entries: readonly TurnEntry[], known: Known) {
  const column = <K extends keyof TurnEntry>(name: K) => entries.map((entry) => entry[name]);
  return sql`
    insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at,
      first_audio_at, ended_at, outcome, heard, detail)
    select session_id, number, kind, to_timestamp(received_at / 1000.0), to_timestamp(sent_at / 1000.0),
      to_timestamp(first_byte_at / 1000.0), to_timestamp(first_sentence_at / 1000.0),
      to_timestamp(first_audio_at / 1000.0), to_timestamp(ended_at / 1000.0), outcome, heard, detail::jsonb
    from unnest(${column('sessionId')}::text[], ${column('number')}::integer[], ${column('kind')}::text[],
      ${column('receivedAt')}::float8[], ${column('sentAt')}::float8[], ${column('firstByteAt')}::float8[],
      ${column('firstSentenceAt')}::float8[], ${column('firstAudioAt')}::float8[], ${column('endedAt')}::float8[],
      ${column('outcome')}::text[], ${column('heard')}::text[],
      ${entries.map(({ detail }) => detail && JSON.stringify(detail))}::text[])
      as row (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at, first_audio_at,
        ended_at, outcome, heard, detail)
    ${onConflict(sql, known)}`;
}
