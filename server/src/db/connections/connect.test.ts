import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

it('gives a bigint as a number, in arrays too', async () => {
  const rows = await database.sql`select 9007199254740991::bigint as n, array[1, 2]::bigint[] as list`;
  expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER, list: [1, 2] }]);
});

it('takes a number for a bigint', async () => {
  const rows = await database.sql`select ${Number.MAX_SAFE_INTEGER}::bigint = 9007199254740991 as same`;
  expect(rows).toEqual([{ same: true }]);
});

it('fails for a bigint that a number cannot hold, and the connection stays usable', async () => {
  const { sql } = database;
  await expect(sql`select 9007199254740993::bigint as n`).rejects.toThrow('does not fit a number');
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }]);
});

it('sends its application name to the database', async () => {
  const [row] = await database.sql`select current_setting('application_name') as name`;
  expect(row).toEqual({ name: 'parley-test' });
});
