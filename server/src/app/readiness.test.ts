import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../db/index.ts';
import { type TestApp, testApp } from '../testing/app/index.ts';
import { startService, testDatabase } from '../testing/index.ts';

const ready = (test: TestApp) => test.send({ url: '/readyz' });

/** Changes a setting of the database for all its connections. */
async function changeSetting(test: TestApp, setting: string): Promise<void> {
  const name = new URL(test.databaseUrl).pathname.slice(1);
  const adminUrl = new URL(test.databaseUrl);
  adminUrl.pathname = '/postgres';
  const admin = connect({ url: adminUrl.href, max: 1 });
  await admin.unsafe(`alter database ${name} ${setting}`);
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await admin.end();
}

describe('/readyz', () => {
  it.each([
    ['set default_transaction_read_only = on', 'the database is read-only'],
    ['set temp_file_limit = 0', 'the database cannot store anything'],
  ])('[HT32] notices a database that cannot write: %s', async (setting, reason) => {
    await using test = await testApp();
    expect(await ready(test)).toMatchObject({ status: 200, body: { status: 'ready' } });
    await changeSetting(test, setting);
    test.clock.advance(2_000);
    await expect
      .poll(async () => (await ready(test)).body)
      .toEqual({ status: 'degraded', reasons: [reason] });
    expect(await ready(test)).toMatchObject({ status: 503 });
    await changeSetting(test, `reset ${setting.split(' ')[1]}`);
    await expect.poll(async () => (await ready(test)).status).toBe(200);
  });

  it('[HT32] says that the data folder cannot be written, and serves without it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-ready-'));
    await using test = await testApp({ dataFolder: join(folder, 'gone') });
    expect(await ready(test)).toMatchObject({
      status: 200,
      body: { status: 'degraded', reasons: ['the data folder cannot be written'] },
    });
    await rm(folder, { recursive: true });
  });

  it('[HT32] remembers a good answer for two seconds, however often it is asked', async () => {
    await using database = await testDatabase();
    const statements: string[] = [];
    const watch = { debug: (_connection: number, text: string) => statements.push(text) };
    const sql = connect({ url: database.url, max: 10, ...watch });
    await using test = await testApp({ database: { ...database, sql } });
    const probes = () => statements.filter((text) => text.includes("'readiness'")).length;
    await Promise.all(Array.from({ length: 50 }, () => ready(test)));
    for (let i = 0; i < 50; i++) await ready(test);
    expect(probes()).toBe(1);
    test.clock.advance(2_000);
    await ready(test);
    expect(probes()).toBe(2);
    await sql.end({ timeout: 1 });
  });

  it('[HT32] says on a full disk that the database cannot write', async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-full-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'parley-full', folder], { stdio: 'ignore' });
    } catch {
      await rm(folder, { recursive: true });
      skip('this machine lets no test mount a small disk');
    }
    try {
      await using service = await startService({ dataDir: join(folder, 'data') });
      const answer = async () => {
        const response = await fetch(`${service.url}/readyz`);
        return { status: response.status, body: (await response.json()) as { reasons?: string[] } };
      };
      await expect.poll(async () => (await answer()).status).toBe(200);
      const ballast = join(folder, 'ballast');
      await writeFile(ballast, Buffer.alloc(300 * 1024 * 1024)).catch(() => {});
      await expect.poll(async () => (await answer()).status).toBe(503);
      expect((await answer()).body.reasons).toEqual(
        expect.arrayContaining(['the disk of the data folder is full']),
      );
      await rm(ballast);
      await expect.poll(async () => (await answer()).status).toBe(200);
    } finally {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
