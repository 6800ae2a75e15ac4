import type { Queries } from '../db/index.ts';

export type MessageEntry = {
  readonly sessionId: string;
  readonly number: number;
  readonly speaker: 'user' | 'avatar';
  readonly message: string;
  readonly interrupted: boolean;
  /** The page made the avatar say it. */
  readonly fromPage: boolean;
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

/** What to do with rows that exist already, as after a commit whose answer was lost. */
export type DuplicatePolicy = 'fail' | 'skip';

const isMessage = (entry: MessageEntry | TurnEntry): entry is MessageEntry => 'speaker' in entry;

/** Both kinds in one statement: half as many transactions and round trips. */
export async function insertRecord(
  sql: Queries,
  entries: readonly (MessageEntry | TurnEntry)[],
  duplicates: DuplicatePolicy,
): Promise<void> {
  const messages: MessageEntry[] = [];
  const turns: TurnEntry[] = [];
  for (const entry of entries) isMessage(entry) ? messages.push(entry) : turns.push(entry);
  if (turns.length === 0) await insertMessages(sql, messages, duplicates);
  else if (messages.length === 0) await insertTurns(sql, turns, duplicates);
  else
    await sql`with said as (${insertMessages(sql, messages, duplicates)}) ${insertTurns(sql, turns, duplicates)}`;
}

const onConflict = (sql: Queries, duplicates: DuplicatePolicy) =>
  duplicates === 'skip' ? sql`on conflict do nothing` : sql``;

/** Unnested side by side in the list of columns, which PostgreSQL does without keeping the rows in between. */
const moments = (sql: Queries, ms: readonly (number | null)[]) =>
  sql`to_timestamp(unnest(${ms}::bigint[])::float8 / 1000)`;

function insertMessages(sql: Queries, entries: readonly MessageEntry[], duplicates: DuplicatePolicy) {
  const column = <K extends keyof MessageEntry>(name: K) => entries.map((entry) => entry[name]);
  return sql`
    insert into messages (session_id, number, speaker, message, interrupted, from_page, at)
    select unnest(${column('sessionId')}::text[]), unnest(${column('number')}::integer[]),
      unnest(${column('speaker')}::text[]), unnest(${column('message')}::text[]),
      unnest(${column('interrupted').map(String)}::boolean[]), unnest(${column('fromPage').map(String)}::boolean[]),
      ${moments(sql, column('at'))}
    ${onConflict(sql, duplicates)}`;
}

function insertTurns(sql: Queries, entries: readonly TurnEntry[], duplicates: DuplicatePolicy) {
  const column = <K extends keyof TurnEntry>(name: K) => entries.map((entry) => entry[name]);
  const details = entries.map(({ detail }) => detail && JSON.stringify(detail));
  return sql`
    insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at,
      first_audio_at, ended_at, outcome, heard, detail)
    select unnest(${column('sessionId')}::text[]), unnest(${column('number')}::integer[]),
      unnest(${column('kind')}::text[]), ${moments(sql, column('receivedAt'))}, ${moments(sql, column('sentAt'))},
      ${moments(sql, column('firstByteAt'))}, ${moments(sql, column('firstSentenceAt'))},
      ${moments(sql, column('firstAudioAt'))}, ${moments(sql, column('endedAt'))},
      unnest(${column('outcome')}::text[]), unnest(${column('heard')}::text[]), unnest(${details}::text[])::jsonb
    ${onConflict(sql, duplicates)}`;
}
