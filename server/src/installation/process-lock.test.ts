import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/index.ts';
import { stateDeadlineMs, type TestDatabase, testDatabase } from '../testing/index.ts';
import { acquireProcessLock, DatabaseInUse, lockKey } from './process-lock.ts';

/** How long a process waits for a lock that is taken. */
const waitMs = 500;

describe('one process works on a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const ours = `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
  const holders = async (state: 'granted' | 'not granted') =>
    (await database.sql.unsafe<{ pid: number }[]>(`select pid from pg_locks where ${ours} and ${state}`)).map(
      ({ pid }) => pid,
    );
  /** Ends the connection that has the lock, and waits until another one has it. */
  const cutLock = async () => {
    const [pid = 0] = await holders('granted');
    await database.sql`select pg_terminate_backend(${pid})`;
    await expect.poll(() => holders('granted')).toEqual([expect.toSatisfy((holder) => holder !== pid)]);
  };

  it('and the next one may after it has stopped', async () => {
    const held = await acquireProcessLock(database.url, 'alone', waitMs);
    await expect(acquireProcessLock(database.url, 'alone', waitMs)).rejects.toThrow(DatabaseInUse);
    const waiting = acquireProcessLock(database.url, 'alone', stateDeadlineMs);
    await held[Symbol.asyncDispose]();
    await using _next = await waiting;
  });

  it('or several that know of each other, but none beside one that runs alone', async () => {
    const shared = await acquireProcessLock(database.url, 'shared', waitMs);
    const other = await acquireProcessLock(database.url, 'shared', waitMs);
    await shared[Symbol.asyncDispose]();
    await expect(acquireProcessLock(database.url, 'alone', waitMs)).rejects.toThrow(DatabaseInUse);
    await other[Symbol.asyncDispose]();
    await using _alone = await acquireProcessLock(database.url, 'alone', waitMs);
    await expect(acquireProcessLock(database.url, 'shared', waitMs)).rejects.toThrow(DatabaseInUse);
  });

  it('and takes its lock again if it was lost with its connection', async () => {
    await using _held = await acquireProcessLock(database.url, 'alone', stateDeadlineMs);
    for (let round = 0; round < 3; round++) {
      await cutLock();
      await expect(acquireProcessLock(database.url, 'alone', waitMs)).rejects.toThrow(DatabaseInUse);
    }
  });

  it('and is notified if another one was quicker; it can still be stopped', async () => {
    await using held = await acquireProcessLock(database.url, 'alone', waitMs);
    await using rival = Object.assign(connect({ url: database.url, max: 1 }), {
      [Symbol.asyncDispose]: () => rival.end({ timeout: 1 }),
    });
    // Waits in PostgreSQL itself, so that it gets the lock first when it is released.
    const taken = rival`select pg_advisory_lock(${lockKey})`.execute();
    await expect.poll(() => holders('not granted')).toHaveLength(1);
    await cutLock();
    await taken;
    await held.replaced;
  });
});
