import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideTransaction } from '../../kernel/index.ts';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';
import { isTransient, withRetry } from '../with-retry.ts';
import { connect, type Queries, type Sql } from './connect.ts';

describe('a transaction', () => {
  let database: TestDatabase;
  let sql: Sql;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
    sql = connect({ url: database.url, max: 2 });
    await sql`create table kept (n integer primary key)`;
  });
  afterAll(async () => {
    await sql.end({ timeout: 1 });
    await database[Symbol.asyncDispose]();
  });
  const kept = async () => (await sql<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);

  it('commits its work and returns its result', async () => {
    const insert = (n: number) => sql`insert into kept values (${n})`;
    expect(
      await sql.begin(async (tx) => {
        await tx`insert into kept ${tx`values (${1}), (${2})`}`;
        return 'done';
      }),
    ).toBe('done');
    await insert(3);
    expect(await kept()).toEqual([1, 2, 3]);
  });

  it('is rolled back if a statement or the work fails, and its connection is used again', async () => {
    const before = await kept();
    for (let round = 0; round < 5; round++) {
      await expect(
        sql.begin((tx) => Promise.all([tx`insert into kept values (100)`, tx`select 1 / 0`])),
      ).rejects.toMatchObject({ code: '22012' });
      await expect(
        sql.begin(async (tx) => {
          await tx`insert into kept values (100)`;
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
    }
    expect(await kept()).toEqual(before);
  });

  it('fails if its connection is cut; the process and the pool survive', async () => {
    for (let round = 0; round < 5; round++) {
      const cut = sql.begin(async (tx) => {
        await tx`insert into kept values (${200 + round})`;
        await Promise.all([tx`select pg_sleep(30)`, tx`select 1`]);
      });
      const failure = cut.catch((error: unknown) => error);
      for (let found = 0; found === 0; ) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const rows = await database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where query like '%pg_sleep(30)%' and state = 'active' and pid <> pg_backend_pid()`;
        found = rows.length;
      }
      expect(isTransient(await failure)).toBe(true);
      // The driver may report the cut once more, to the next statement on the connection.
      expect(await withRetry(kept)).not.toContain(200 + round);
    }
  });

  it('fails if its connection is cut between two statements, or before the commit', async () => {
    const cutOff = async (tx: Queries) => {
      const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await outsideTransaction(async () => {
        await database.sql`select pg_terminate_backend(${own?.pid ?? 0})`;
      });
      // Once the driver has noticed, the transaction accepts no more statements.
      await expect.poll(() => canState(tx)).toBe(false);
    };
    const laterFaults: unknown[] = [];
    const after = {
      statement: (tx: Queries) => tx`insert into kept values (400)`,
      swallowed: (tx: Queries) => tx`insert into kept values (400)`.catch(() => {}),
      commit: async () => {},
    };
    for (const goOn of [...Object.values(after), ...Object.values(after)]) {
      const cut = sql.begin(async (tx) => {
        await cutOff(tx);
        try {
          await goOn(tx);
        } catch (error) {
          laterFaults.push(error);
          throw error;
        }
      });
      expect(isTransient(await cut.catch((error: unknown) => error))).toBe(true);
      expect(await withRetry(kept)).not.toContain(400);
    }
    // All of them continued with their work and failed.
    await expect.poll(() => laterFaults.length).toBe(4);
  });

  it('is rolled back if another connection was cut, and keeps no locks', async () => {
    const lost = Object.assign(new Error('cut'), { code: 'CONNECTION_CLOSED' });
    const elsewhere = sql.begin(async (tx) => {
      await tx`insert into kept values (300)`;
      throw lost;
    });
    await expect(elsewhere).rejects.toBe(lost);
    await sql`insert into kept values (300)`;
    const [open] = await database.sql`
      select count(*)::int as count from pg_stat_activity where state = 'idle in transaction'
        and datname = current_database()`;
    expect(open?.count).toBe(0);
  });
});

function canState(tx: Queries): boolean {
  try {
    return typeof tx.unsafe === 'function';
  } catch {
    return false;
  }
}
