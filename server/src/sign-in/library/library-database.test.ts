import { Kysely, sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTransient, withRetry } from '../../db/index.ts';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';
import { libraryDatabase } from './library-database.ts';

type Tables = { kept: { n: number } };

describe('the database of the sign-in library', () => {
  let database: TestDatabase;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
    await database.sql`create table kept (n integer primary key)`;
    db = new Kysely<Tables>({ dialect: libraryDatabase(database.sql) });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const insert = (n: number, by: Pick<Kysely<Tables>, 'insertInto'> = db) =>
    by.insertInto('kept').values({ n }).executeTakeFirst();
  const kept = () => withRetry(() => db.selectFrom('kept').select('n').orderBy('n').execute());

  it('reads, and says how many rows were changed', async () => {
    expect((await insert(1)).numInsertedOrUpdatedRows).toBe(1n);
    expect(await kept()).toEqual([{ n: 1 }]);
    const changed = await db.updateTable('kept').set({ n: 2 }).where('n', '=', 1).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
  });

  it('commits a transaction that succeeds and rolls back one that fails', async () => {
    const before = await kept();
    const failed = db.transaction().execute(async (tx) => {
      await insert(10, tx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await expect(db.transaction().execute((tx) => insert(2, tx))).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual(before);
    await db.transaction().execute(async (tx) => {
      await insert(11, tx);
      await insert(12, tx);
    });
    expect(await kept()).toEqual([...before, { n: 11 }, { n: 12 }]);
  });

  it('survives connections that are cut in the middle of statements and transactions', async () => {
    const sleep = raw`select pg_sleep(30)`;
    for (let round = 0; round < 3; round++) {
      let ended = 0;
      const cut = [
        sleep.execute(db),
        db.transaction().execute(async (tx) => {
          await insert(100 + round, tx);
          await sleep.execute(tx);
        }),
      ].map((work) =>
        work
          .catch((error: unknown) => error)
          .finally(() => {
            ended += 1;
          }),
      );
      // One may have failed before it slept, on a connection that the last round has cut.
      while (ended < cut.length) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await withRetry(
          () => database.sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where query = 'select pg_sleep(30)' and state = 'active'`,
        );
      }
      for (const fault of await Promise.all(cut)) expect(isTransient(fault)).toBe(true);
      expect(await kept()).not.toContainEqual({ n: 100 + round });
    }
  });
});
