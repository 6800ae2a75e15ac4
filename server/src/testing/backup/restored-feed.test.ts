import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, migrate, type Queries, type Sql, startEmbedded } from '../../db/index.ts';
import { enqueue, makeEvent, parseCursor, readFeed, startCursor } from '../../events/index.ts';
import { seededDataFolder, type TestDatabase, testDatabase } from '../index.ts';
import { copyDatabase } from './logical-copy.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const monday = Date.UTC(2026, 10, 16);
const account = 'acc_restored';

/** A server of its own, whose count of transactions begins anew. */
const startFreshServer = async () => {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await seededDataFolder('fresh'));
  const server = await startEmbedded({ folder: folder.path, durable: false });
  undo.defer(() => server.stop());
  const admin = connect({ url: server.url, max: 1 });
  undo.defer(() => admin.end({ timeout: 1 }));
  const kept = undo.move();
  return {
    async database(): Promise<TestDatabase> {
      const name = `restored_${randomBytes(4).toString('hex')}`;
      await admin.unsafe(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      const sql = connect({ url: url.href, max: 4 });
      await migrate(sql, migrations);
      return { sql, url: url.href, [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};

const emit = async (sql: Queries, count: number, nowMs: number): Promise<string[]> => {
  const source = { accountId: account, avatarId: null, sessionId: null, sequence: null };
  const details = { error: 'lost the thread', avatar_id: '1', timestamp: nowMs };
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const event = makeEvent(source, 'agent:error', details);
    await enqueue(sql, event);
    ids.push(event.id);
  }
  return ids;
};

const read = async (sql: Sql, after: string | null, nowMs: number, limit = 100) => {
  const cursor = after === null ? startCursor : parseCursor(after);
  if (cursor === null) throw new Error(`not a cursor: ${after}`);
  const page = await readFeed(sql, { accountId: account, avatarIds: null, after: cursor, limit, nowMs });
  return { ids: page.events.map(({ id }) => id), cursor: page.cursor };
};

const transactionNumber = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`select pg_current_xact_id()::text::bigint as id`;
  return row?.id ?? 0;
};

describe('the feed of a database that was restored on another server', () => {
  let fresh: Awaited<ReturnType<typeof startFreshServer>>;
  let original: TestDatabase;
  beforeAll(async () => {
    fresh = await startFreshServer();
  });
  afterAll(() => fresh[Symbol.asyncDispose]());
  beforeEach(async () => {
    original = await testDatabase();
    await original.sql`insert into accounts (id, name) values (${account}, 'Restored')`;
    return () => original[Symbol.asyncDispose]();
  });
  const restored = async (to: TestDatabase): Promise<TestDatabase> => {
    await copyDatabase(original.sql, to.sql);
    return to;
  };
  /** Until its next transactions have higher numbers than those of the other server so far. */
  const overtake = async (sql: Sql, other: Sql) => {
    const target = await transactionNumber(other);
    while ((await transactionNumber(sql)) < target + 100);
  };

  it('[EV13] that counts fewer transactions continues after a saved cursor and lists all old events', async () => {
    const { sql } = original;
    await using target = await fresh.database();
    await overtake(sql, target.sql);
    const old = await emit(sql, 6, monday);
    const saved = await read(sql, null, monday, 4);
    const unread = await emit(sql, 2, monday);
    const copy = await restored(target);
    expect(await transactionNumber(copy.sql)).toBeLessThan(await transactionNumber(sql));
    const later = await emit(copy.sql, 3, monday + 1_000);
    expect((await read(copy.sql, saved.cursor, monday + 1_000)).ids).toEqual([
      ...old.slice(4),
      ...unread,
      ...later,
    ]);
    expect((await read(copy.sql, null, monday + 1_000)).ids).toEqual([...old, ...unread, ...later]);
  });

  it('[EV13] that counts more transactions continues after a saved cursor and lists all old events', async () => {
    const { sql } = original;
    await using target = await fresh.database();
    const old = await emit(sql, 6, monday);
    const saved = await read(sql, null, monday, 4);
    await overtake(target.sql, sql);
    const copy = await restored(target);
    const later = await emit(copy.sql, 3, monday + 1_000);
    for (const _ of [1, 2]) {
      expect((await read(copy.sql, saved.cursor, monday + 1_000)).ids).toEqual([...old.slice(4), ...later]);
      expect((await read(copy.sql, null, monday + 1_000)).ids).toEqual([...old, ...later]);
    }
  });

  it('[EV13] skips nothing for a cursor that is newer than the backup', async () => {
    const { sql } = original;
    await emit(sql, 3, monday);
    await read(sql, null, monday);
    await using target = await fresh.database();
    const copy = await restored(target);
    await emit(sql, 50, monday + 1_000);
    const lost = await read(sql, null, monday + 1_000);
    expect(lost.ids).toHaveLength(53);
    const later = await emit(copy.sql, 5, monday + 60_000);
    expect((await read(copy.sql, lost.cursor, monday + 60_000)).ids).toEqual(later);
  });

  it('[EV13] never skips an event that commits late, on the new server', async () => {
    const { sql } = original;
    await using target = await fresh.database();
    await overtake(sql, target.sql);
    await emit(sql, 2, monday);
    const saved = await read(sql, null, monday);
    const copy = await restored(target);
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = copy.sql.begin(async (tx) => {
      const ids = await emit(tx, 1, monday + 1_000);
      written.resolve();
      await mayCommit.promise;
      return ids;
    });
    await written.promise;
    const seen: string[] = [];
    let { cursor } = saved;
    const follow = async () => {
      const page = await read(copy.sql, cursor, monday + 1_000);
      cursor = page.cursor;
      seen.push(...page.ids);
    };
    const early: string[] = [];
    for (const _ of [1, 2, 3]) {
      early.push(...(await emit(copy.sql, 1, monday + 1_000)));
      await follow();
    }
    expect(seen).toEqual(early);
    mayCommit.resolve();
    const late = await slow;
    await follow();
    expect(seen).toEqual([...early, ...late]);
  });
});
