import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, type TestDatabase, testDatabase } from '../testing/index.ts';
import { createConversations } from './conversations.ts';
import type { MessageEntry, TurnEntry } from './record-writes.ts';

const at = 1_700_000_000_123;

const message = (sessionId: string, number: number, more: Partial<MessageEntry> = {}): MessageEntry => ({
  accountId: 'acc_a',
  sessionId,
  number,
  speaker: 'user',
  message: `said ${number}`,
  interrupted: false,
  fromPage: false,
  person: null,
  beganAt: null,
  turn: number,
  at: at + number,
  ...more,
});

const turn = (sessionId: string, number: number, more: Partial<TurnEntry> = {}): TurnEntry => ({
  accountId: 'acc_a',
  sessionId,
  number,
  kind: 'chat',
  receivedAt: at,
  sentAt: null,
  firstByteAt: null,
  firstSentenceAt: null,
  firstAudioAt: null,
  endedAt: null,
  outcome: 'answered',
  heard: null,
  detail: null,
  ...more,
});

describe('the record of a session', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    for (const id of ['whole', 'talk', 'times', 'again', 'mixed']) await addSession(database.sql, id);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /** Writes them in one batch. Returns the failures. */
  const write = async (entries: readonly (MessageEntry | TurnEntry)[]): Promise<unknown[]> => {
    const conversations = createConversations(database.sql);
    const failures: unknown[] = [];
    for (const entry of entries) conversations.add(entry, (error) => failures.push(error));
    await conversations.settled();
    return failures;
  };
  const textsOf = async (sessionId: string) =>
    (await createConversations(database.sql).transcript(sessionId)).entries.map((entry) => entry.message);
  const turnsOf = (sessionId: string) => database.sql`
    select number, kind, ms(received_at) as "receivedAt", ms(sent_at) as "sentAt", ms(first_byte_at) as "firstByteAt",
      ms(first_sentence_at) as "firstSentenceAt", ms(first_audio_at) as "firstAudioAt", ms(ended_at) as "endedAt",
      outcome, heard, detail, session_id as "sessionId"
    from turns where session_id = ${sessionId} order by number`;

  it('holds exactly what happened, with all values and all nulls', async () => {
    const texts = ['“Grüße”, {a,b} 🙂', 'back\\slash "and quotes"', 'null', '', 'two\nlines'];
    const said = texts.map((text, index) =>
      message('whole', index + 1, {
        message: text,
        speaker: index % 2 ? 'avatar' : 'user',
        interrupted: index === 3,
      }),
    );
    const turns = [
      turn('whole', 1),
      turn('whole', 2, {
        kind: 'say',
        receivedAt: at + 1,
        sentAt: at + 2,
        firstByteAt: at + 3,
        firstSentenceAt: at + 4,
        firstAudioAt: at + 5,
        endedAt: at + 6,
        outcome: 'interrupted',
        heard: 'half of "it"',
        detail: { error: 'NULL', httpStatus: 500, circuitOpen: false, body: null },
      }),
    ];
    expect(await write([...said, ...turns])).toEqual([]);
    expect(await createConversations(database.sql).transcript('whole')).toEqual({
      entries: said.map(({ speaker, message: text, interrupted, at: timestamp }) => ({
        speaker,
        message: text,
        timestamp,
        ...(interrupted ? { interrupted } : {}),
      })),
      isCut: false,
    });
    expect([...(await turnsOf('whole'))]).toEqual(turns.map(({ accountId: _, ...stored }) => stored));
  });

  it('may be of one kind only', async () => {
    expect(await write([message('talk', 1)])).toEqual([]);
    expect(await write([turn('times', 1)])).toEqual([]);
    expect([await textsOf('talk'), (await turnsOf('times')).length]).toEqual([['said 1'], 1]);
  });

  it('is stored once if the answer to a commit was lost, together with the rest of its batch', async () => {
    expect(await write([message('again', 1), turn('again', 1)])).toEqual([]);
    const second = [
      message('again', 1, { message: 'another' }),
      message('again', 2),
      turn('again', 1, { outcome: 'failed' }),
      turn('again', 2),
    ];
    expect(await write(second)).toEqual([]);
    expect(await textsOf('again')).toEqual(['said 1', 'said 2']);
    expect((await turnsOf('again')).map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
  });

  it('is stored even if one of its entries cannot be', async () => {
    const failures = await write([
      message('mixed', 1),
      message('mixed', 2, { message: 'no \0 in a text' }),
      turn('mixed', 1),
      message('mixed', 3),
    ]);
    expect(failures).toHaveLength(1);
    expect(await textsOf('mixed')).toEqual(['said 1', 'said 3']);
    expect(await turnsOf('mixed')).toHaveLength(1);
  });
});
