import { chown, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, processesIn } from '../../processes/index.ts';
import { seededDataFolder, temporaryFolder } from '../../testing/index.ts';
import { connect, EmbeddedFailure, type Sql, startEmbedded } from '../index.ts';

const withSql = async <T>(url: string, use: (sql: Sql) => Promise<T>): Promise<T> => {
  const sql = connect({ url, max: 1 });
  try {
    return await use(sql);
  } finally {
    await sql.end();
  }
};

const start = (folder: string, durable = false) => startEmbedded({ folder, durable });

it('creates its database in an empty folder, keeps rows after a stop, and leaves no process', async () => {
  await using folder = await temporaryFolder();
  const first = await start(folder.path);
  await withSql(first.url, (sql) => sql`create table kept as select 42 as n`);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  expect(processesIn(join(folder.path, 'postgres/cluster'), 'postgres')).toEqual([]);

  await using second = await start(folder.path);
  expect(second.adopted).toBe(false);
  expect(await withSql(second.url, (sql) => sql`select n from kept`)).toEqual([{ n: 42 }]);
});

it('sorts and lower-cases the same on every machine, and is closed to the network and to other users', async () => {
  await using folder = await seededDataFolder();
  await using server = await start(folder.path);
  const [row] = await withSql(
    server.url,
    (sql) => sql`
      select lower('ÄÖ') as lowered, current_setting('listen_addresses') as addresses,
             current_setting('server_encoding') as encoding, current_database() as name,
             (select datlocprovider::text from pg_database where datname = current_database()) as provider`,
  );
  expect(row).toEqual({ lowered: 'äö', addresses: '', encoding: 'UTF8', name: 'parley', provider: 'b' });
  expect((await stat(join(folder.path, 'postgres.password'))).mode & 0o077).toBe(0);
  expect((await stat(join(folder.path, 'postgres/cluster'))).mode & 0o077).toBe(0);
});

it('writes to disk before it confirms a commit, unless it is temporary', async () => {
  await using folder = await seededDataFolder();
  const settings = (sql: Sql) => sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`;
  const throwAway = await start(folder.path);
  expect(await withSql(throwAway.url, settings)).toEqual([{ fsync: 'off', commit: 'off' }]);
  await throwAway.stop();
  await using durable = await start(folder.path, true);
  expect(await withSql(durable.url, settings)).toEqual([{ fsync: 'on', commit: 'on' }]);
});

it('puts its socket elsewhere when the path of the data folder is too long', async () => {
  await using folder = await temporaryFolder();
  const deep = join(folder.path, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  await using server = await start(deep);
  expect(server.url).not.toContain(encodeURIComponent(deep));
  expect(await withSql(server.url, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }]);
});

it('runs in a folder with an unusual name, and is adopted there', async () => {
  await using folder = await temporaryFolder();
  const odd = join(folder.path, `it's "ours", né? 100% & $HOME`);
  await mkdir(odd);
  await using first = await start(odd);
  expect(await withSql(first.url, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }]);
  await using second = await start(odd);
  expect(second.adopted).toBe(true);
});

it('does not mistake the original’s server for the server of a copied data folder', async () => {
  await using original = await seededDataFolder();
  await using first = await start(original.path);
  await using copy = await temporaryFolder();
  await withSql(first.url, (sql) => sql`checkpoint`);
  await cp(original.path, copy.path, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !path.includes('/run/'),
  });
  const { uid, gid } = await stat(join(original.path, 'postgres/cluster'));
  await chownAll(join(copy.path, 'postgres'), uid, gid);
  await using second = await start(copy.path);
  expect(second.adopted).toBe(false);
  expect(second.pid).not.toBe(first.pid);
  expect(isAlive(first.pid)).toBe(true);
});

it('refuses a database of another major version and says what to do', async () => {
  await using folder = await seededDataFolder();
  await (await start(folder.path)).stop();
  await writeFile(join(folder.path, 'postgres/cluster/PG_VERSION'), '17\n');
  const attempt = start(folder.path);
  await expect(attempt).rejects.toThrow(EmbeddedFailure);
  await expect(attempt).rejects.toThrow('was created by PostgreSQL 17, but this version of Parley has 18');
});

it('says why it does not start, from the log of PostgreSQL', async () => {
  await using folder = await seededDataFolder();
  await (await start(folder.path)).stop();
  const file = join(folder.path, 'postgres/cluster/postgresql.conf');
  await writeFile(file, `${await readFile(file, 'utf8')}\nno_such_setting = 1\n`);
  await expect(start(folder.path)).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"/);
});

it('starts a fresh log when the old one has grown large', async () => {
  await using folder = await seededDataFolder();
  await writeFile(join(folder.path, 'postgres.log'), 'x'.repeat(5_000_001));
  await using _server = await start(folder.path);
  expect((await stat(join(folder.path, 'postgres.log'))).size).toBeLessThan(100_000);
  expect(await readdir(folder.path)).toContain('postgres.log.1');
});

const chownAll = async (path: string, uid: number, gid: number): Promise<void> => {
  for (const name of await readdir(path, { recursive: true })) await chown(join(path, name), uid, gid);
};
