import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../db/index.ts';
import { type TestApp, testApp } from '../../testing/app/index.ts';
import { type TestDatabase, temporaryFolder, testDatabase } from '../../testing/index.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** The last migration before voices followed the face. */
const before = '000038';

const slt = { provider: 'built-in', voice: 'slt', rate: 1, pitch: 1 };
const stored = {
  usual: slt,
  faster: { ...slt, rate: 1.25 },
  scot: { ...slt, voice: 'awb', pitch: 1.1 },
  old: { ...slt, voice: 'kal16' },
  man: { ...slt, voice: 'rms' },
  device: { provider: 'device', voice: '', language: 'de', rate: 1, pitch: 1 },
};

describe('avatars that were stored before voices followed the face', () => {
  let database: TestDatabase;
  let test: TestApp;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
    await using older = await temporaryFolder('older-migrations');
    for (const name of await readdir(migrations))
      if (name.slice(0, 6) <= before) await cp(join(migrations, name), join(older.path, name));
    const { sql } = database;
    await migrate(sql, older.path);
    await sql`insert into accounts (id, name) values ('acc_1', 'One')`;
    for (const [name, voice] of Object.entries(stored))
      await sql`
        insert into avatars (account_id, name, sort_key, version, voice)
        values ('acc_1', ${name}, ${name}, 1, ${sql.json(voice)})`;
    await migrate(sql, migrations);
    test = await testApp({ database });
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  it('the former default follows the face, a chosen voice stays, and removed voices have a successor', async () => {
    const { body } = await test.operate({ url: '/v1/accounts/acc_1/avatars' });
    const { items } = body as { items: { id: number; name: string }[] };
    const voices: Record<string, unknown> = {};
    for (const { id, name } of items)
      voices[name] = (
        (await test.operate({ url: `/v1/accounts/acc_1/avatars/${id}` })).body as { voice: unknown }
      ).voice;
    expect(voices).toMatchObject({
      usual: { provider: 'built-in', voice: '' },
      faster: { provider: 'built-in', voice: 'slt', rate: 1.25 },
      scot: { provider: 'built-in', voice: 'rms', pitch: 1 },
      old: { provider: 'built-in', voice: 'rms' },
      man: { provider: 'built-in', voice: 'rms' },
      device: { provider: 'device', language: 'de' },
    });
  });
});
