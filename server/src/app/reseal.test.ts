import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resealColumn, type SealedColumn } from '../db/index.ts';
import { createLog, createSealedBox } from '../kernel/index.ts';
import { type DashboardScene, dashboardScene, good } from '../management/testing/dashboard-scene.ts';
import { reseal, sealedColumns, startResealing } from './reseal.ts';

let scene: DashboardScene;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`;

/** The key columns and the text of each row that has one. */
const rowsOf = ({ table, column, keys, where = 'true' }: SealedColumn) =>
  scene.sql
    .unsafe<[string, ...never[]][]>(
      `select ${[column, ...keys].join(', ')} from ${table} where ${column} is not null and (${where})`,
    )
    .values() as unknown as Promise<[string, ...never[]][]>;

async function sealAll(box = createSealedBox([oldKey])): Promise<void> {
  for (const { table, column, keys, context, where = 'true' } of sealedColumns) {
    const rows = await scene.sql.unsafe(`select ${keys.join(', ')} from ${table} where ${where}`).values();
    const isRow = keys.map((key, at) => `${key} = $${at + 2}`).join(' and ');
    for (const row of rows as unknown as never[][])
      await scene.sql.unsafe(`update ${table} set ${column} = $1 where ${isRow}`, [
        box.seal(`${table} ${column}`, context(row)),
        ...row,
      ]);
  }
}

it('knows every sealed column of the database', async () => {
  const found = await scene.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_sealed'`;
  const known = sealedColumns.map(nameOf);
  expect(found.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

it('a rotation leaves nothing that needs the old key, and what no key opens stays as it is', async () => {
  const ours = await scene.makeThings('ours');
  await good(
    scene.ask(ours.owner, 'keys.create', {
      parts: { account: ours.accountId },
      body: { name: 'Once', permissions: ['read_avatars'] },
      headers: { 'idempotency-key': 'one' },
    }),
  );
  await scene.sql`
    insert into oauth_items (kind, id_hash, payload, expires_at)
    values ('Interaction', ${Buffer.alloc(32, 1)}, '', now() + interval '1 hour')`;
  await scene.sql`update sessions set logout = 'due'`;
  await sealAll();
  await scene.sql`update replays set key_sealed = ${createSealedBox([lostKey]).seal('gone', 'anything')}`;

  const lines: { msg: string; table?: string }[] = [];
  const log = createLog('debug', { write: (line) => lines.push(JSON.parse(line)) });
  await reseal(scene.sql, createSealedBox([newKey, oldKey]), log);
  await reseal(scene.sql, createSealedBox([newKey, oldKey]), log);

  const box = createSealedBox([newKey]);
  for (const column of sealedColumns.filter(({ table }) => table !== 'replays')) {
    const rows = await rowsOf(column);
    expect(rows.length, nameOf(column)).toBeGreaterThan(0);
    for (const [sealed, ...keys] of rows)
      expect(box.open(sealed, column.context(keys))).toBe(`${column.table} ${column.column}`);
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('no longer in SECRET_KEY'),
    'sealed secrets again with the current key',
    expect.stringContaining('no longer in SECRET_KEY'),
  ]);
  expect(lines[0]).toMatchObject({ table: 'replays', column: 'key_sealed', unreadable: 1 });
});

it('what a process with the earlier key seals after the start is sealed again, and a line says when nothing is left', async () => {
  const { sql } = scene;
  const columns = sealedColumns.filter(({ table }) => table !== 'replays');
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line).msg) });
  const again = 'sealed secrets again with the current key';
  const allSealed = 'all secrets are sealed with the first key of SECRET_KEY';
  await sealAll();
  await sql`update replays set key_sealed = null`;
  const box = createSealedBox([newKey, oldKey]);
  await reseal(sql, box, log);
  await using resealing = startResealing({ sql, box, log, everyMs: null });
  await resealing.runNow();
  await resealing.runNow();
  expect(lines.splice(0)).toEqual([again, allSealed]);

  await sealAll(createSealedBox([oldKey, newKey]));
  await resealing.runNow();
  await resealing.runNow();
  expect(lines).toEqual([again, allSealed]);
  const alone = createSealedBox([newKey]);
  for (const one of columns)
    for (const [sealed, ...keys] of await rowsOf(one))
      expect(alone.open(sealed, one.context(keys))).toBe(`${one.table} ${one.column}`);
});

it('more rows than a page has are sealed again, and those that no key opens end the search, too', async () => {
  const { sql } = scene;
  const column = sealedColumns.find(({ table }) => table === 'oauth_items');
  if (column === undefined) throw new Error('oauth_items has no sealed column');
  await sql`delete from oauth_items`;
  const hashes = Array.from({ length: 1_001 }, (_, number) => {
    const hash = Buffer.alloc(32);
    hash.writeUInt32BE(number);
    return hash;
  });
  const seal = (key: Buffer) => {
    const box = createSealedBox([key]);
    return hashes.map((hash) => box.seal('a payload', column.context(['AccessToken', hash])));
  };
  await sql`
    insert into oauth_items (kind, id_hash, payload, expires_at)
    select 'AccessToken', decode(hash, 'hex'), sealed, now() + interval '1 hour'
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[], ${seal(oldKey)}::text[]) as given (hash, sealed)`;
  const box = createSealedBox([newKey, oldKey]);
  expect(await resealColumn(sql, box, column)).toEqual({ resealed: 1_001, unreadable: 0 });
  expect(await resealColumn(sql, box, column)).toEqual({ resealed: 0, unreadable: 0 });
  expect(await resealColumn(sql, createSealedBox([lostKey]), column)).toEqual({
    resealed: 0,
    unreadable: 1_001,
  });
});
