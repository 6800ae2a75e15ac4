import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../accounts/index.ts';
import { createMemoryBus } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { createSealedBox } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../../testing/index.ts';
import { type Avatars, createAvatars } from '../avatars.ts';
import { createNameOrders } from './name-orders.ts';

describe('the orders of all accounts', () => {
  let database: TestDatabase;
  let avatars: Avatars;
  let accountId: string;

  beforeAll(async () => {
    database = await testDatabase();
    const clock = manualClock();
    const { topics } = createMemoryBus(clock);
    avatars = createAvatars({
      maxModelBytes: 1024,
      sql: database.sql,
      topics,
      clock,
      box: createSealedBox([Buffer.alloc(32)]),
      addressProblem: () => null,
      voiceProblem: () => null,
      hearingProblem: () => null,
    });
  });
  afterAll(() => database[Symbol.asyncDispose]());
  beforeEach(async () => {
    accountId = await addAccount('A');
    await add('First');
  });

  const addAccount = async (name: string): Promise<string> => {
    const input = { name, email: `${name.toLowerCase()}@example.com` };
    const accounts = createAccounts(database.sql);
    return (await testChange(database.sql, (change) => accounts.create(change, input))).id;
  };
  const add = (name: string, account = accountId) =>
    testChange(database.sql, (change) => avatars.create(change, account, { name }));
  const namesIn = (order: { slice(start: number, size: number): readonly { name: string }[] }) =>
    order.slice(0, 100).map((entry) => entry.name);

  it('answer no caller from a query that began before the caller asked', async () => {
    const held = holdAnswers(database.sql);
    const orders = createNameOrders(held.sql);
    await orders.upToDate(accountId);
    held.hold();
    const early = orders.upToDate(accountId);
    await held.answered();
    await add('Second');
    const late = orders.upToDate(accountId);
    held.release();
    expect(namesIn(await late)).toEqual(['First', 'Second']);
    await early;
  });

  it('run one query for all callers that wait at the same time', async () => {
    const held = holdAnswers(database.sql);
    const orders = createNameOrders(held.sql);
    await orders.upToDate(accountId);
    held.hold();
    const first = orders.upToDate(accountId);
    await held.answered();
    const before = held.queries;
    const waiting = Array.from({ length: 50 }, () => orders.upToDate(accountId));
    held.release();
    await Promise.all([first, ...waiting]);
    expect(held.queries - before).toBe(1);
  });

  it('load an account once for all callers that ask at the same time', async () => {
    const held = holdAnswers(database.sql);
    const orders = createNameOrders(held.sql);
    await Promise.all(Array.from({ length: 50 }, () => orders.upToDate(accountId)));
    expect(held.queries).toBeLessThanOrEqual(3);
  });

  it('recover after the database failed, at the first load and later', async () => {
    const orders = createNameOrders(database.sql);
    const { sql } = database;
    await sql`alter table avatars rename to avatars_away`;
    await expect(orders.upToDate(accountId)).rejects.toThrow(/avatars/);
    await sql`alter table avatars_away rename to avatars`;
    expect(namesIn(await orders.upToDate(accountId))).toEqual(['First']);
    await sql`alter table avatars rename to avatars_away`;
    await expect(orders.upToDate(accountId)).rejects.toThrow(/avatars/);
    await sql`alter table avatars_away rename to avatars`;
    await add('Second');
    expect(namesIn(await orders.upToDate(accountId))).toEqual(['First', 'Second']);
  });

  it('hold more avatars than one batch of the first load', async () => {
    const { sql } = database;
    await sql`
      insert into avatars (account_id, name, sort_key, version)
      select ${accountId}, 'Many ' || n, 'many ' || lpad(n::text, 5, '0'), 1 from generate_series(1, 2500) n`;
    const order = await createNameOrders(sql).upToDate(accountId);
    expect(order.total).toBe(2501);
    expect(order.slice(2500, 10).map((entry) => entry.name)).toEqual(['Many 2500']);
  });

  it('keep accounts apart', async () => {
    const orders = createNameOrders(database.sql);
    await orders.upToDate(accountId);
    const other = await addAccount('B');
    await add('Of B', other);
    expect(namesIn(await orders.upToDate(accountId))).toEqual(['First']);
    expect(namesIn(await orders.upToDate(other))).toEqual(['Of B']);
  });
});

/** The real database, with answers that can be delayed. */
function holdAnswers(sql: Sql) {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let arrived = Promise.withResolvers<void>();
  let queries = 0;
  const held = new Proxy(sql, {
    apply(target, self, parts) {
      queries += 1;
      const query = Reflect.apply(
        target as unknown as (...args: unknown[]) => unknown,
        self,
        parts,
      ) as Promise<unknown> & {
        cursor(rows: number): unknown;
      };
      return {
        cursor: (rows: number) => query.cursor(rows),
        // biome-ignore lint/suspicious/noThenProperty: stands in for a query, which is started by awaiting it
        then: (resolve: (value: unknown) => unknown, reject: (error: unknown) => unknown) =>
          query
            .then(async (rows) => {
              arrived.resolve();
              await gate.promise;
              return rows;
            })
            .then(resolve, reject),
      };
    },
  });
  return {
    sql: held,
    get queries() {
      return queries;
    },
    hold() {
      gate = Promise.withResolvers();
      arrived = Promise.withResolvers();
    },
    answered: () => arrived.promise,
    release: () => gate.resolve(),
  };
}
