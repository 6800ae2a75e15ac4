import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate, type Queries, type Sql } from '../../db/index.ts';
import { outsideTransaction } from '../../kernel/index.ts';
import { type TestDatabase, temporaryFolder, testDatabase } from '../../testing/index.ts';
import { readFeed } from './feed.ts';
import { parseCursor } from './feed-cursor.ts';

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));
const account = 'acc_upgraded';
const now = Date.UTC(2026, 10, 16);

const migrateToBefore = async (sql: Sql, name: string): Promise<void> => {
  await using before = await temporaryFolder('migrations');
  for (const file of await readdir(folder))
    if (file < name) await copyFile(join(folder, file), join(before.path, file));
  await migrate(sql, before.path);
};

/** As older versions write events. */
const write = async (tx: Queries, ...ids: string[]): Promise<void> => {
  for (const id of ids)
    await tx`insert into events (id, created_at, account_id, name, body)
      values (${id}, to_timestamp(${now}::bigint / 1000.0), ${account}, 'agent:error', '{}')`;
};

/** As older versions order events, with the cursors that they returned. */
const readAsBefore = (sql: Sql) => sql<{ id: string; cursor: string }[]>`
  select id, txid::text || '-' || position::text as cursor from events
  where account_id = ${account} and txid < pg_snapshot_xmin(pg_current_snapshot()) order by txid, position`;

describe('a cursor from before the feed had ranks', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase({ migrated: false });
    await migrateToBefore(database.sql, '000046_feed_entries.sql');
    await database.sql`insert into accounts (id, name) values (${account}, 'Upgraded')`;
    return () => database[Symbol.asyncDispose]();
  });
  const read = async (cursor: string) => {
    const after = parseCursor(cursor);
    if (after === null) throw new Error(`not a cursor: ${cursor}`);
    const query = { accountId: account, avatarIds: null, after, limit: 100, nowMs: now };
    const page = await readFeed(database.sql, query);
    return { ids: page.events.map(({ id }) => id), cursor: page.cursor };
  };

  it('[EV14] continues without a gap, even where transactions overlapped', async () => {
    const { sql } = database;
    await write(sql, 'a', 'b');
    await sql.begin(async (first) => {
      await write(first, 'c');
      await outsideTransaction(() =>
        sql.begin(async (second) => {
          await write(second, 'd');
          await write(first, 'e');
          await write(second, 'f');
        }),
      );
      await write(first, 'g');
    });
    await write(sql, 'h');
    let before: readonly { id: string; cursor: string }[] = [];
    await expect
      .poll(async () => {
        before = await readAsBefore(sql);
        return before.map(({ id }) => id);
      })
      .toEqual(['a', 'b', 'c', 'e', 'g', 'd', 'f', 'h']);
    await migrate(sql, folder);
    await write(sql, 'i');
    await sql.begin((tx) => write(tx, 'j', 'k'));

    const later = ['i', 'j', 'k'];
    for (const [index, { cursor }] of before.entries()) {
      const unread = [...before.slice(index + 1).map(({ id }) => id), ...later];
      const { ids, cursor: next } = await read(cursor);
      expect(ids).toEqual(expect.arrayContaining(unread));
      // Only what overlapped is repeated.
      expect(ids.length - unread.length).toBeLessThanOrEqual(3);
      expect((await read(next)).ids).toEqual([]);
    }
    expect((await read('0-0')).ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', ...later]);
  });

  it('[EV14] of a process that still runs the older version repeats what came after the upgrade', async () => {
    const { sql } = database;
    await write(sql, 'a');
    await migrate(sql, folder);
    await write(sql, 'b', 'c');
    await expect.poll(async () => (await readAsBefore(sql)).length).toBe(3);
    const [, seen] = await readAsBefore(sql);
    expect((await read(seen?.cursor ?? '')).ids).toEqual(['b', 'c']);
  });
});
