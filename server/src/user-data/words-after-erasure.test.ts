import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConversations, saveRating } from '../conversations/index.ts';
import { makeEvent } from '../events/index.ts';
import { createGatewayLog } from '../gateway-log/index.ts';
import { outsideTransaction } from '../kernel/index.ts';
import { type Joined, LiveApp, until } from '../live/testing/index.ts';
import { testChange } from '../testing/index.ts';
import { eraseVisitor } from './index.ts';

const secret = 'the-visitors-own-secret';
/** Rows that belong to a session, and what shows that none is added after an erasure. */
const tablesOfSessions: Readonly<Record<string, 'this file' | string>> = {
  messages: 'this file',
  turns: 'this file',
  events: 'this file',
  deliveries: 'this file',
  finished_deliveries: '[DE25]: only rows of deliveries are moved there',
  gateway_exchanges: 'this file',
  ratings: 'this file',
  shadow_answers: '[SB7]',
  replay_sessions: '[RP7]',
};

let app: LiveApp;
let avatarId: number;
beforeAll(async () => {
  app = await LiveApp.start();
  await app.enableEvents('agent:message');
  avatarId = await app.avatar({ webhookId: await app.webhook(), transcript: true });
});
afterAll(() => app[Symbol.asyncDispose]());

type Erasing = Parameters<Parameters<typeof testChange>[1]>[0];

async function erase(sessionId: string, meanwhile: (change: Erasing) => Promise<void> = async () => {}) {
  const { sql } = app.test;
  const [row] = await sql<{ visitor: string }[]>`
    select visitor_id::text as visitor from sessions where id = ${sessionId}`;
  await testChange(sql, async (change) => {
    await eraseVisitor(change, app.party.accountId, row?.visitor ?? '');
    await meanwhile(change);
  });
}

const untilWaiting = (count: number) =>
  until(`${count} statements wait`, async () => {
    const locks = await app.test.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return locks.length >= count;
  });

/** A session of this visitor that is over. */
async function endedSession(userId: string): Promise<string> {
  const { sessionId } = await app.talk(avatarId, { userId });
  await app.disconnect(sessionId);
  await app.untilSettled(sessionId);
  return sessionId;
}

/** Erases, and does something after the first pass, while a batch holds the session. */
async function eraseAround(sessionId: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const batch = await app.test.sql.reserve();
  await batch`begin`;
  await batch`select from sessions where id = ${sessionId} for key share`;
  const erased = erase(sessionId);
  await untilWaiting(1);
  await meanwhile();
  await batch`commit`;
  batch.release();
  await erased;
}

/** The tables in which the secret is found. */
async function tablesWithSecret(): Promise<string[]> {
  const { sql } = app.test;
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows =
        await sql`select from ${sql.unsafe(name)} as r where r::text like ${`%${secret}%`} limit 1`;
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().toSorted();
}

/** Everything that is stored behind a conversation, as it comes late. */
function storeLate({ sessionId }: Pick<Joined, 'sessionId'>): () => Promise<unknown> {
  const { sql, app: service, clock } = app.test;
  const { accountId } = app.party;
  const at = clock.now();
  const record = createConversations(sql);
  const gatewayLog = createGatewayLog(sql);
  const fail = (error: unknown) => {
    throw error;
  };
  const entry = { accountId, sessionId, number: 91 };
  const how = { interrupted: false, fromPage: false, person: 'Grace', turn: 91, at, beganAt: null };
  record.add({ ...entry, ...how, speaker: 'avatar', message: secret }, fail);
  const times = {
    receivedAt: at,
    sentAt: null,
    firstByteAt: null,
    firstSentenceAt: null,
    firstAudioAt: null,
    endedAt: at,
  };
  record.add(
    { ...entry, ...times, kind: 'chat', outcome: 'interrupted', heard: secret, detail: { asked: secret } },
    fail,
  );
  gatewayLog.add(
    {
      ...{ accountId, sessionId, action: 'LOGOUT', outcome: 'acknowledged', sentAt: at, durationMs: 5 },
      ...{ request: secret, httpStatus: 200, answer: secret, problem: null },
    },
    fail,
  );
  const event = makeEvent({ accountId, avatarId, sessionId, sequence: 99 }, 'agent:error', {
    ...{ error: secret, avatar_id: String(avatarId), session_id: sessionId, timestamp: at },
  });
  const writing = Promise.all([
    service.webhookServices.extended.write(event),
    service.webhookServices.outbox.write([{ ...event, id: `${event.id}2` }]),
    saveRating(sql, sessionId, { stars: 1, comment: secret, at }, 0),
  ]);
  return async () => await Promise.all([record.settled(), gatewayLog.settled(), writing]);
}

describe('words of a session that are stored after its end', () => {
  it('[LV65] are known, table by table', async () => {
    const rows = await app.test.sql<{ name: string }[]>`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where attname = 'session_id' and not attisdropped and relkind in ('r', 'p') and not relispartition`;
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tablesOfSessions).toSorted());
  });

  it('[LV65] are not stored any more if their visitor has been erased', async () => {
    const session = await app.talk(avatarId, { userId: `${secret}-1` });
    await app.disconnect(session.sessionId);
    await app.untilSettled(session.sessionId);
    await storeLate(session)();
    const here = Object.entries(tablesOfSessions).flatMap(([name, where]) =>
      where === 'this file' ? [name] : [],
    );
    expect(await tablesWithSecret()).toEqual(
      expect.arrayContaining(here.filter((name) => name !== 'deliveries')),
    );
    await erase(session.sessionId);
    expect(await tablesWithSecret()).toEqual([]);
    await storeLate(session)();
    expect(await tablesWithSecret()).toEqual([]);
    expect(await app.webhooksOf(session.sessionId)).toEqual([]);
  });

  it('[LV65] are not stored if the erasure is under way at that moment', async () => {
    const session = await app.talk(avatarId, { userId: `${secret}-2` });
    await app.disconnect(session.sessionId);
    await app.untilSettled(session.sessionId);
    let stored: () => Promise<unknown> = async () => undefined;
    await erase(session.sessionId, async ({ tx }) => {
      stored = outsideTransaction(() => storeLate(session));
      await until('five statements wait for the erasure', async () => {
        const waiting = await tx`
          select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
        return waiting.length === 5;
      });
    });
    await stored();
    expect(await tablesWithSecret()).toEqual([]);
  });

  it('[LV65] are not stored if their batch waits for another session during the erasure', async () => {
    const { sql } = app.test;
    const sessions = [await app.talk(avatarId), await app.talk(avatarId)];
    for (const { sessionId } of sessions) await app.disconnect(sessionId);
    for (const { sessionId } of sessions) await app.untilSettled(sessionId);
    const [first = '', last = ''] = sessions.map(({ sessionId }) => sessionId).toSorted();
    const holder = await sql.reserve();
    const other = await sql.reserve();
    await holder`begin`;
    await holder`select from sessions where id = ${first} for update`;
    const record = createConversations(sql);
    for (const sessionId of [first, last]) {
      const how = { interrupted: false, fromPage: false, person: null, turn: 1, at: 1, beganAt: null };
      const entry = { accountId: app.party.accountId, sessionId, number: 92, ...how };
      record.add(
        { ...entry, speaker: 'avatar', message: sessionId === last ? secret : 'Hello.' },
        (error) => {
          throw error;
        },
      );
    }
    await untilWaiting(1);
    await sql`update sessions set counted = counted where id = ${last}`;
    await other`begin`;
    await other`select from sessions where id = ${last} for key share`;
    const erased = erase(last);
    await untilWaiting(2);
    await other`commit`;
    other.release();
    await erased;
    await holder`rollback`;
    holder.release();
    await record.settled();
    expect(await tablesWithSecret()).toEqual([]);
  });

  it('[LV65] are gone if the visitor rates again while the erasure waits', async () => {
    const { sql, clock } = app.test;
    const sessionId = await endedSession(`${secret}-5`);
    const rate = () => saveRating(sql, sessionId, { stars: 2, comment: secret, at: clock.now() }, 0);
    await rate();
    await eraseAround(sessionId, rate);
    expect(await tablesWithSecret()).toEqual([]);
  });

  it('[LV65] are gone from the log if a delivery is finished while the erasure waits', async () => {
    const { sql } = app.test;
    const sessionId = await endedSession(`${secret}-6`);
    const webhookId = await app.webhook();
    const [row] = await sql<{ id: number }[]>`
      insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, due_at)
      values (${app.party.accountId}, ${webhookId}, 'evt_held', now(), 'agent:message', ${sessionId},
        now() + interval '1 hour')
      returning id`;
    const id = row?.id ?? 0;
    // Its outcome was kept in memory for hours, because the database was unavailable.
    const finish = async () => {
      await sql`
        with done as (delete from deliveries where id = ${id} returning *)
        insert into finished_deliveries
          (id, account_id, webhook_id, event_id, event_at, event_name, session_id, state, attempts, created_at, finished_at)
        select id, account_id, webhook_id, event_id, event_at, event_name, session_id, 'delivered', 2, created_at,
          now() - interval '3 hours'
        from done`;
      await sql`
        insert into attempts (delivery_id, at, kind, duration_ms, body)
        values (${id}, now(), 'scheduled', 1, ${Buffer.from(secret)})`;
    };
    await eraseAround(sessionId, finish);
    expect(await sql`select from finished_deliveries where session_id = ${sessionId}`).toHaveLength(0);
    expect(await sql`select from attempts where delivery_id = ${id}`).toHaveLength(0);
  });

  it('[LV65] are not stored if the erasure follows the disconnect at once', async () => {
    app.endpoint.script.CHAT = () => new Promise(() => {});
    const { sessionId, wire } = await app.talk(avatarId, { userId: `${secret}-3` });
    wire.say(`<mood value="bad"/>I say ${secret}`);
    await app.endpoint.next('CHAT', sessionId);
    await app.disconnect(sessionId);
    await erase(sessionId);
    // What this session stores is in the batches before these.
    const next = await app.talk(avatarId);
    next.wire.say('hello');
    await app.disconnect(next.sessionId);
    await app.untilTurns(next.sessionId, 1);
    await app.untilSettled(sessionId);
    expect(await tablesWithSecret()).toEqual([]);
  });
});
