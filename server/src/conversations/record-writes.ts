import { type Queries, rememberedSessions } from '../db/index.ts';

export type MessageEntry = {
  readonly accountId: string;
  readonly sessionId: string;
  readonly number: number;
  readonly speaker: 'user' | 'avatar';
  readonly message: string;
  readonly interrupted: boolean;
  /** The page made the avatar say it. */
  readonly fromPage: boolean;
  /** The name of the person who said it instead of the brain. */
  readonly person: string | null;
  /** The turn it belongs to. */
  readonly turn: number;
  /** When it was said to the end. */
  readonly at: number;
  /** When the avatar began to say it; null for what the visitor said. */
  readonly beganAt: number | null;
};

export type TurnKind = 'chat' | 'callback' | 'say' | 'greeting' | 'person';
/** `person`: a person has answered in place of the brain. */
export type TurnOutcome = 'answered' | 'empty' | 'interrupted' | 'failed' | 'said' | 'person';

export type TurnEntry = {
  readonly accountId: string;
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
  /** What the user heard of it, if they interrupted it. */
  readonly heard: string | null;
  readonly detail: Readonly<Record<string, string | number | boolean | null>> | null;
};

/** What to do with rows that exist already, for example after a commit whose answer was lost. */
export type DuplicatePolicy = 'fail' | 'skip';

const isMessage = (entry: MessageEntry | TurnEntry): entry is MessageEntry => 'speaker' in entry;

/**
 * Writes both kinds in one statement: half as many transactions and round trips. Entries of sessions that another
 * process owns are left out: their new owner has given the same numbers to later entries. `owner` is null in a process
 * that runs alone. Entries of erased sessions are left out, too. Each session is looked up once for the whole batch.
 */
export async function insertRecord(
  sql: Queries,
  entries: readonly (MessageEntry | TurnEntry)[],
  duplicates: DuplicatePolicy,
  owner: string | null,
): Promise<void> {
  const messages: MessageEntry[] = [];
  const turns: TurnEntry[] = [];
  for (const entry of entries) isMessage(entry) ? messages.push(entry) : turns.push(entry);
  const ids = entries.map(({ sessionId }) => sessionId);
  const remembered = rememberedSessions(sql, ids, owner === null ? sql`` : sql`and owner = ${owner}`);
  const storeMessages = () => insertMessages(sql, messages, duplicates);
  const storeTurns = () => insertTurns(sql, turns, duplicates);
  if (turns.length === 0) await sql`with remembered as (${remembered}) ${storeMessages()}`;
  else if (messages.length === 0) await sql`with remembered as (${remembered}) ${storeTurns()}`;
  else await sql`with remembered as (${remembered}), said as (${storeMessages()}) ${storeTurns()}`;
}

const ofRemembered = (sql: Queries) => sql`where entry.session_id in (select id from remembered)`;

const onConflict = (sql: Queries, duplicates: DuplicatePolicy) =>
  duplicates === 'skip' ? sql`on conflict do nothing` : sql``;

/** Unnested side by side in the select list: PostgreSQL does this without storing the rows in between. */
const moments = (sql: Queries, ms: readonly (number | null)[]) =>
  sql`to_timestamp(unnest(${ms}::bigint[])::float8 / 1000)`;

function insertMessages(sql: Queries, entries: readonly MessageEntry[], duplicates: DuplicatePolicy) {
  const column = <K extends keyof MessageEntry>(name: K) => entries.map((entry) => entry[name]);
  const rows = sql`
    select unnest(${column('sessionId')}::text[]) as session_id, unnest(${column('number')}::integer[]),
      unnest(${column('speaker')}::text[]), unnest(${column('message')}::text[]),
      unnest(${column('interrupted').map(String)}::boolean[]), unnest(${column('fromPage').map(String)}::boolean[]),
      unnest(${column('turn')}::integer[]), ${moments(sql, column('at'))}, ${moments(sql, column('beganAt'))},
      unnest(${column('person')}::text[])`;
  return sql`
    insert into messages (session_id, number, speaker, message, interrupted, from_page, turn, at, began_at, person)
    select entry.* from (${rows}) as entry ${ofRemembered(sql)} ${onConflict(sql, duplicates)}`;
}

function insertTurns(sql: Queries, entries: readonly TurnEntry[], duplicates: DuplicatePolicy) {
  const column = <K extends keyof TurnEntry>(name: K) => entries.map((entry) => entry[name]);
  const details = entries.map(({ detail }) => detail && JSON.stringify(detail));
  const rows = sql`
    select unnest(${column('sessionId')}::text[]) as session_id, unnest(${column('number')}::integer[]),
      unnest(${column('kind')}::text[]), ${moments(sql, column('receivedAt'))}, ${moments(sql, column('sentAt'))},
      ${moments(sql, column('firstByteAt'))}, ${moments(sql, column('firstSentenceAt'))},
      ${moments(sql, column('firstAudioAt'))}, ${moments(sql, column('endedAt'))},
      unnest(${column('outcome')}::text[]), unnest(${column('heard')}::text[]), unnest(${details}::text[])::jsonb`;
  return sql`
    insert into turns (session_id, number, kind, received_at, sent_at, first_byte_at, first_sentence_at,
      first_audio_at, ended_at, outcome, heard, detail)
    select entry.* from (${rows}) as entry ${ofRemembered(sql)} ${onConflict(sql, duplicates)}`;
}
