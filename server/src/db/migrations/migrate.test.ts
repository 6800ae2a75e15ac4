import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  type TemporaryFolder,
  type TestDatabase,
  temporaryFolder,
  testDatabase,
} from '../../testing/index.ts';
import { connect, MigrationRefused, migrate } from '../index.ts';

let database: TestDatabase;
let folder: TemporaryFolder;

beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  folder = await temporaryFolder('migrations');
  return async () => {
    await database[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
});

const write = (file: string, text: string) => writeFile(join(folder.path, file), text);
const run = () => migrate(database.sql, folder.path);
const tables = async () => {
  const rows = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  return rows.map(({ name }) => name);
};

it('applies files in order of their numbers, once', async () => {
  await write('000010_third.sql', 'create table c as select * from b');
  await write('000002_second.sql', 'create table b as select * from a;\ncreate index on b (n);');
  await write('000001_first.sql', 'create table a (n integer)');
  await write('README.md', 'not a migration');
  expect(await run()).toEqual(['000001_first', '000002_second', '000010_third']);
  expect(await run()).toEqual([]);
  expect(await tables()).toEqual(['a', 'b', 'c', 'schema_migrations']);
});

it('does nothing for an empty folder', async () => {
  expect(await run()).toEqual([]);
});

it('rolls back a failed file as a whole, names its line, and continues there next time', async () => {
  await write('000001_first.sql', 'create table a (n integer)');
  await write('000002_second.sql', 'create table b (n integer);\n\ninsert into nowhere values (1);');
  await expect(run()).rejects.toThrow(
    'Migration 000002_second.sql:3 failed: relation "nowhere" does not exist',
  );
  expect(await tables()).toEqual(['a', 'schema_migrations']);
  await write('000002_second.sql', 'create table b (n integer)');
  expect(await run()).toEqual(['000002_second']);
});

it('refuses when an applied file was changed', async () => {
  await write('000001_first.sql', 'create table a (n integer)');
  await run();
  await write('000001_first.sql', 'create table a (n bigint)');
  await expect(run()).rejects.toThrow(MigrationRefused);
  await expect(run()).rejects.toThrow('Migration 000001_first.sql was changed');
});

it('does not count other line endings as a change', async () => {
  await write('000001_first.sql', 'create table a (\n  n integer\n);\n');
  await run();
  await write('000001_first.sql', 'create table a (\r\n  n integer\r\n);\r\n');
  expect(await run()).toEqual([]);
});

it('refuses a database that a newer version has migrated', async () => {
  await write('000001_first.sql', 'create table a (n integer)');
  await write('000002_second.sql', 'create table b (n integer)');
  await run();
  await rm(join(folder.path, '000002_second.sql'));
  await expect(run()).rejects.toThrow(MigrationRefused);
  await expect(run()).rejects.toThrow('The database has migration 000002_second');
});

it('refuses a new file with a number below what is applied', async () => {
  await write('000003_third.sql', 'create table c (n integer)');
  await run();
  await write('000002_second.sql', 'create table b (n integer)');
  await expect(run()).rejects.toThrow('Give it a higher number');
  expect(await tables()).toEqual(['c', 'schema_migrations']);
});

it.each([['1_first.sql'], ['000001-first.sql']])('refuses the file name %s', async (file) => {
  await write(file, 'select 1');
  await expect(run()).rejects.toThrow('a migration is named NNNNNN_name.sql');
});

it('refuses two files with one number', async () => {
  await write('000001_first.sql', 'select 1');
  await write('000001_other.sql', 'select 1');
  await expect(run()).rejects.toThrow('its number is used twice');
});

it('applies each file once when four processes migrate at the same instant', async () => {
  for (const number of [1, 2, 3, 4, 5]) {
    await write(`00000${number}_step.sql`, `create table t${number} (n integer)`);
  }
  const others = Array.from({ length: 4 }, () => connect({ url: database.url, max: 1 }));
  const applied = await Promise.all(others.map((sql) => migrate(sql, folder.path)));
  await Promise.all(others.map((sql) => sql.end()));
  expect(applied.flat().toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `00000${number}_step`));
});

it('releases its place in the queue for a table, and tries again', async () => {
  await write('000001_first.sql', 'create table a (n integer)');
  await run();
  await write('000002_second.sql', 'alter table a add column m integer');
  await using holder = Object.assign(connect({ url: database.url, max: 1 }), {
    [Symbol.asyncDispose]: () => holder.end({ timeout: 1 }),
  });
  const held = Promise.withResolvers<void>();
  const holding = holder.begin(async (tx) => {
    await tx`lock table a in row exclusive mode`;
    await held.promise;
  });
  // Other tests have databases on the same server.
  const locks = async (mode: string, granted: boolean): Promise<number> => {
    const rows = await database.sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and relation = 'a'::regclass and mode = ${mode} and granted = ${granted}`;
    return rows.length;
  };
  await expect.poll(() => locks('RowExclusiveLock', true)).toBe(1);
  const migrating = run();
  await expect.poll(() => locks('AccessExclusiveLock', false)).toBe(1);
  // It has stopped waiting, so that other statements can use the table.
  await expect.poll(() => locks('AccessExclusiveLock', false)).toBe(0);
  await database.sql`select * from a`;
  held.resolve();
  await holding;
  expect(await migrating).toEqual(['000002_second']);
});
