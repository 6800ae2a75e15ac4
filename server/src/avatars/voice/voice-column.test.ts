import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../db/index.ts';
import { temporaryFolder, testDatabase } from '../../testing/index.ts';
import { voiceColumn } from './voice-column.ts';

const migrations = new URL('../../../migrations/', import.meta.url).pathname;
/** The last migration of a version without voices for faces. */
const before = '000038';

const builtIn = (voice: string, rate = 1) => ({ provider: 'built-in', voice, rate, pitch: 1 });

it('[SP116] avatars of an older version get the voice of their face, stored as a voice that it can speak', async () => {
  await using database = await testDatabase({ migrated: false });
  await using older = await temporaryFolder('older-migrations');
  for (const file of await readdir(migrations))
    if (file.slice(0, 6) <= before) await copyFile(join(migrations, file), join(older.path, file));
  const { sql } = database;
  await migrate(sql, older.path);
  await sql`insert into accounts (id, name) values ('acc', 'A')`;
  const stored = [builtIn('slt'), builtIn('slt', 1.2), builtIn('kal16'), { provider: 'device' }];
  for (const voice of stored)
    await sql`
      insert into avatars (account_id, name, sort_key, version, voice) values ('acc', 'A', 'a', 1, ${sql.json(voice)})`;

  await migrate(sql, migrations);
  await sql`insert into avatars (account_id, name, sort_key, version) values ('acc', 'A', 'a', 1)`;

  const rows = await sql<{ voice: object; raw: { voice?: string } }[]>`
    select ${voiceColumn(sql)}, voice as raw from avatars order by id`;
  expect(rows.map(({ voice }) => voice)).toEqual([
    builtIn(''),
    builtIn('slt', 1.2),
    builtIn('rms'),
    { provider: 'device' },
    builtIn(''),
  ]);
  expect(rows.map(({ raw }) => raw.voice)).toEqual(['slt', 'slt', 'rms', undefined, 'slt']);
});
