import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InsideTransaction, outsideTransaction } from '../../kernel/index.ts';
import { startDatabaseProxy, type TestDatabase, testDatabase } from '../../testing/index.ts';
import { createBatcher } from '../batcher.ts';
import { isTransient } from '../with-retry.ts';
import { connect, poolStateOf, type Sql } from './connect.ts';
import { PoolTimeout } from './errors.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase({ migrated: false });
  sql = connect({ url: database.url, max: 2, waitMs: 300 });
  await sql`create table things (n integer)`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database[Symbol.asyncDispose]();
});

/** Holds every connection of the pool until the returned function is called. */
async function holdAll(): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>();
  const taken = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holders = taken.map(({ resolve }) =>
    sql.begin(async () => {
      resolve();
      await release.promise;
    }),
  );
  await Promise.all(taken.map(({ promise }) => promise));
  return async () => {
    release.resolve();
    await Promise.all(holders);
  };
}

describe('the pool inside a transaction', () => {
  const uses: Record<string, () => Promise<unknown>> = {
    'a statement': async () => await sql`select 1`,
    'a statement as text': async () => await sql.unsafe('select 1'),
    'another transaction': () => sql.begin((tx) => tx`select 1`),
    'a reserved connection': () => sql.reserve(),
    'another pool': async () => await database.sql`select 1`,
    'a statement after a pause': async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await sql`select 1`;
    },
    'a batch that the caller waits for': () =>
      createBatcher<number, number>({ maxItems: 1, write: async (items) => items }).add(1),
  };

  it.each(Object.entries(uses))('%s fails at once, although connections are free', async (_name, use) => {
    await expect(sql.begin(async () => await use())).rejects.toBeInstanceOf(InsideTransaction);
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }]);
  });

  it('may make pieces of a statement that the transaction runs', async () => {
    const condition = sql`n = ${7}`;
    await sql.begin(async (tx) => {
      await tx`insert into things values (7)`;
      expect(await tx`select n from things where ${condition} and ${sql`true`}`).toEqual([{ n: 7 }]);
    });
  });

  it('may be used by work that leaves the transaction, and by what was started in it after its end', async () => {
    const ended = Promise.withResolvers<void>();
    const { later } = await sql.begin(async () => {
      expect(await outsideTransaction(async () => await sql`select 1 as n`)).toEqual([{ n: 1 }]);
      return { later: ended.promise.then(async () => await sql`select 2 as n`) };
    });
    ended.resolve();
    expect(await later).toEqual([{ n: 2 }]);
  });

  it('an item that a transaction adds to a batch and does not wait for is written', async () => {
    const batcher = createBatcher<number, number>({
      maxItems: 10,
      write: async (items) => {
        await sql`insert into things ${sql(items.map((n) => ({ n })))}`;
        return items;
      },
    });
    const failures: unknown[] = [];
    await sql.begin(async () => batcher.push(70, (error) => failures.push(error)));
    await batcher.settled();
    expect(failures).toEqual([]);
    expect(await sql`select n from things where n = 70`).toHaveLength(1);
  });
});

describe('waiting for a connection', () => {
  const waits: Record<string, () => Promise<unknown>> = {
    'a statement': async () => await sql`insert into things values (1)`,
    'a transaction': () => sql.begin((tx) => tx`insert into things values (1)`),
    'a reserved connection': () => sql.reserve(),
  };

  it.each(Object.entries(waits))('%s ends with an error that passes', async (_name, wait) => {
    const release = await holdAll();
    const failure = await wait().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PoolTimeout);
    expect(isTransient(failure)).toBe(true);
    await release();
    // What failed is not done later.
    expect(await sql`select n from things where n = 1`).toEqual([]);
    await sql.begin((tx) => tx`select 1`);
  });

  it('is said to be stuck until a connection is free again', async () => {
    expect(poolStateOf(sql).stuckForMs()).toBe(0);
    const release = await holdAll();
    await expect(sql.begin((tx) => tx`select 1`)).rejects.toBeInstanceOf(PoolTimeout);
    expect(poolStateOf(sql).stuckForMs()).toBeGreaterThan(0);
    await release();
    await sql`select 1`;
    expect(poolStateOf(sql).stuckForMs()).toBe(0);
  });

  it('a busy pool is not stuck', async () => {
    const statements = Array.from({ length: 30 }, () => sql.begin((tx) => tx`select pg_sleep(0.05)`));
    const outcomes = await Promise.allSettled(statements);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    expect(poolStateOf(sql).stuckForMs()).toBe(0);
  });

  it('ends also if the server accepts connections and closes them without an answer', async () => {
    await using proxy = await startDatabaseProxy(database.url);
    const behind = connect({ url: proxy.url, max: 1, waitMs: 300 });
    proxy.cut();
    const failure = await behind.begin((tx) => tx`select 1`).catch((error: unknown) => error);
    expect(isTransient(failure)).toBe(true);
    proxy.mend();
    await expect.poll(() => behind`select 1 as n`.catch(() => null)).toEqual([{ n: 1 }]);
    await behind.begin((tx) => tx`select 1`);
    await behind.end({ timeout: 1 });
  });
});

describe('limits of a connection', () => {
  it('a lock, an idle transaction and a statement have limits, and all of them pass', async () => {
    const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
    for (const name of names) {
      const [row] = await sql<{ value: string }[]>`select current_setting(${name}) as value`;
      expect([name, row?.value]).toEqual([name, expect.stringMatching(/^[1-9]/)]);
    }
    for (const code of ['55P03', '57014', '25P03', '40P01', '40001'])
      expect(isTransient(Object.assign(new Error('x'), { code }))).toBe(true);
  });

  it('a patient connection has none', async () => {
    const patient = connect({ url: database.url, max: 1, isPatient: true });
    expect(await patient`select current_setting('lock_timeout') as value`).toEqual([{ value: '0' }]);
    await patient.end({ timeout: 1 });
  });

  it('a transaction that is idle for too long ends, and its locks with it', async () => {
    const hasty = connect({
      url: database.url,
      max: 1,
      parameters: { idle_in_transaction_session_timeout: '50ms' },
    });
    const idle = hasty.begin(async (tx) => {
      await tx`lock table things`;
      await new Promise(() => {});
    });
    expect(isTransient(await idle.catch((error: unknown) => error))).toBe(true);
    await sql`insert into things values (3)`;
    await hasty.end({ timeout: 1 });
  });
});

describe('a transaction that collides with another one', () => {
  it('is tried again from its start, so two transactions in opposite order both succeed', async () => {
    await sql`create table pairs (id integer primary key, n integer not null)`;
    await sql`insert into pairs values (1, 0), (2, 0)`;
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const add = (first: number, second: number, own: number) =>
      sql.begin(async (tx) => {
        runs += 1;
        await tx`update pairs set n = n + 1 where id = ${first}`;
        both[own]?.resolve();
        await Promise.all(both.map(({ promise }) => promise));
        await tx`update pairs set n = n + 1 where id = ${second}`;
      });
    await Promise.all([add(1, 2, 0), add(2, 1, 1)]);
    expect(await sql`select n from pairs`).toEqual([{ n: 2 }, { n: 2 }]);
    expect(runs).toBeGreaterThan(2);
  });

  it('fails after a few tries', async () => {
    let runs = 0;
    const failing = sql.begin(async (tx) => {
      runs += 1;
      await tx`do $$ begin raise exception 'no' using errcode = '40001'; end $$`;
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(6);
  });
});
