import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../processes/index.ts';
import {
  freePort,
  type RunningService,
  startService,
  type TestDatabase,
  temporaryFolder,
  testDatabase,
} from '../testing/index.ts';
import { operatorClient, refusedStart } from '../testing/running/index.ts';

type Created = { id: string; name: string; key: string };

const newSecret = (): string => randomBytes(32).toString('base64');

/** What a service prints when it refuses to start. Expects exit code 1, no stack trace and no secret. */
async function refusal(env: Record<string, string>): Promise<readonly string[]> {
  await using unused = await temporaryFolder('refused');
  const { code, lines } = await refusedStart({ DATA_DIR: unused.path, ...env });
  expect(code).toBe(1);
  expect(lines.join('\n')).not.toMatch(/^\s+at |hunter2|node:internal/m);
  return lines;
}

describe('a start that must fail', () => {
  it('names every bad setting in a line of its own, and no secret', async () => {
    const lines = await refusal({
      PORT: '99999',
      BASE_URL: 'talk.example.com',
      DATABASE_URL: 'mysql://parley:hunter2@localhost/parley',
      SECRET_KEY: 'hunter2',
      EDGE_RATE: '0',
      LOG_LEVEL: 'loud',
    });
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'BASE_URL',
      'DATABASE_URL',
      'SECRET_KEY',
      'EDGE_RATE',
      'LOG_LEVEL',
    ]);
  });

  it('wants SECRET_KEY with DATABASE_URL', async () => {
    const lines = await refusal({ DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:5432/parley' });
    expect(lines).toEqual([expect.stringMatching(/^SECRET_KEY: must be set if DATABASE_URL is set/)]);
  });

  it('names the port that is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await refusal({ PORT: port })).toEqual([
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set PORT to another port.`,
    ]);
    holder.close();
  });

  it('names an address that this machine does not have', async () => {
    expect(await refusal({ HOST: '203.0.113.1' })).toEqual([
      'HOST 203.0.113.1 is not an address of this machine. Set HOST to one that is.',
    ]);
  });

  it('names the data folder that is a file', async () => {
    await using folder = await temporaryFolder('start');
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const [line, ...more] = await refusal({ DATA_DIR: file });
    expect(line).toContain(`Could not use the data folder ${file}`);
    expect(more).toEqual([]);
  });

  it('names a database that does not answer, without its password', async () => {
    const port = await freePort();
    const lines = await refusal({
      DATABASE_URL: `postgres://parley:hunter2@127.0.0.1:${port}/parley`,
      SECRET_KEY: newSecret(),
    });
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^Could not connect to the database at .*127\\.0\\.0\\.1:${port}`)),
    ]);
  });

  it('names the database that does not exist', async () => {
    await using database = await testDatabase({ migrated: false });
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const lines = await refusal({ DATABASE_URL: url.href, SECRET_KEY: newSecret() });
    expect(lines).toEqual([
      expect.stringMatching(/^Could not connect to the database at .*no_such_database/),
    ]);
  });
});

describe('a service on a database that is set', () => {
  const start = (database: TestDatabase, secret: string, env: Record<string, string> = {}) =>
    startService({ env: { DATABASE_URL: database.url, SECRET_KEY: secret, ...env } });

  it('works from end to end, and refuses a second process and a wrong SECRET_KEY', async () => {
    await using database = await testDatabase({ migrated: false });
    const secret = newSecret();
    await using service = await start(database, secret, { OWNER_EMAIL: 'ada@example.com' });
    const operator = operatorClient(service);
    const { items: accounts } = await operator.call<{ items: Created[] }>('GET', '/v1/accounts');
    const account = accounts[0]?.id ?? '';
    const [owner] = await database.sql`
      select email from people join members on members.person_id = people.id where account_id = ${account}`;
    expect({ accounts: accounts.length, owner }).toEqual({
      accounts: 1,
      owner: { email: 'ada@example.com' },
    });

    const { key } = await operator.call<Created>('POST', `/v1/accounts/${account}/keys`, {
      name: 'k',
      permissions: ['read_avatars', 'generate_tokens'],
    });
    const listed = await fetch(`${service.url}/avatars`, { headers: { 'x-api-key': key } });
    expect(await listed.json()).toMatchObject({
      avatars: [{ name: 'Demo avatar' }],
      pagination: { total: 1 },
    });

    const env = { DATABASE_URL: database.url };
    expect(await refusal({ ...env, SECRET_KEY: secret })).toEqual([
      expect.stringMatching(/^Another Parley process uses this database/),
    ]);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);

    expect(await service.stop()).toEqual({ code: 0, signal: null });
    const wrong = newSecret();
    const lines = await refusal({ ...env, SECRET_KEY: wrong });
    expect(lines).toEqual([expect.stringMatching(/^SECRET_KEY is not the key/)]);
    expect(lines.join()).not.toContain(wrong);
  });

  it('started again under a new SECRET_KEY, seals all secrets again, so that the old one can go, and audits nothing', async () => {
    await using database = await testDatabase();
    const [oldSecret, newerSecret] = [newSecret(), newSecret()];
    const { sql } = database;
    const sealedUnder = async () => {
      const rows = await sql<{ sealed: string }[]>`
        select private_sealed as sealed from signing_keys
        union all select endpoint_key_sealed from avatars where endpoint_key_sealed is not null
        union all select value from installation where name = 'secret-key-mark'`;
      return new Set(rows.map((row) => row.sealed.split('.')[1]));
    };
    const mint = async (service: RunningService, key: string): Promise<string> => {
      const answer = await fetch(`${service.url}/auth/generate-token`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: JSON.stringify({ avatar_id: avatarId }),
      });
      return ((await answer.json()) as { jwt: string }).jwt;
    };
    const jwks = async (service: RunningService) =>
      (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;

    let avatarId = '';
    let key = '';
    let token = '';
    {
      await using first = await start(database, oldSecret);
      const operator = operatorClient(first);
      const { items: accounts } = await operator.call<{ items: Created[] }>('GET', '/v1/accounts');
      const account = accounts[0]?.id;
      const input = { name: 'Sealed', endpointUrl: 'https://example.com/', endpointKey: 'hunter2' };
      ({ id: avatarId } = await operator.call<Created>('POST', `/v1/accounts/${account}/avatars`, input));
      const permissions = ['generate_tokens'];
      ({ key } = await operator.call<Created>('POST', `/v1/accounts/${account}/keys`, {
        name: 'k',
        permissions,
      }));
      token = await mint(first, key);
      await first.stop();
    }
    const before = await sealedUnder();
    expect(before.size).toBe(1);
    // The demo endpoint is found at its old address, so no start changes the demo avatar again.
    const entries = () => sql`select action, who from audit_log order by id`;
    const audited = await entries();
    expect(audited.filter(({ action }) => action === 'avatars.update')).toHaveLength(1);
    {
      await using rotating = await start(database, `${newerSecret},${oldSecret}`);
      await jwtVerify(token, createLocalJWKSet(await jwks(rotating)));
      await rotating.stop();
    }
    expect(await entries()).toEqual(audited);
    const after = await sealedUnder();
    expect(after.size).toBe(1);
    expect(after).not.toEqual(before);
    {
      await using rotated = await start(database, newerSecret);
      await jwtVerify(token, createLocalJWKSet(await jwks(rotated)));
      await jwtVerify(await mint(rotated, key), createLocalJWKSet(await jwks(rotated)));
      await rotated.stop();
    }
    expect(await refusal({ DATABASE_URL: database.url, SECRET_KEY: oldSecret })).toHaveLength(1);
  });

  it('makes the first account, owner and avatar once, and not again after they were deleted', async () => {
    await using database = await testDatabase();
    const { sql } = database;
    const secret = newSecret();
    const counted = async () => {
      const [row] = await sql`
        select (select count(*)::int from accounts) as accounts, (select count(*)::int from people) as people,
          (select count(*)::int from avatars where deleted_at is null) as avatars`;
      return row;
    };
    await using first = await start(database, secret);
    expect(await counted()).toEqual({ accounts: 1, people: 1, avatars: 1 });
    await first.stop();
    await sql`delete from accounts`;
    await sql`delete from people`;
    await using second = await start(database, secret);
    expect(await counted()).toEqual({ accounts: 0, people: 0, avatars: 0 });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  });
});

describe('a service with the database in its data folder', () => {
  it('says what there is, keeps a second one out, and stops with all it started', async () => {
    await using folder = await temporaryFolder('start');
    const dataDir = folder.path;
    await using service = await startService({ dataDir });
    const { items: accounts } = await operatorClient(service).call<{ items: Created[] }>(
      'GET',
      '/v1/accounts',
    );
    const said = service.output();
    for (const text of [
      'Parley is ready at',
      '/docs',
      accounts[0]?.id,
      'owner@localhost',
      '1001',
      dataDir,
      'avatar create',
    ]) {
      expect(said).toContain(text);
    }
    expect(said).not.toContain(service.operatorToken);
    for (const secret of ['operator.token', 'secret.key']) {
      expect((await stat(join(dataDir, secret))).mode & 0o077).toBe(0);
    }

    const [line, ...more] = await refusal({ DATA_DIR: dataDir });
    expect(line).toContain(`already running on this data folder (pid ${service.pid}`);
    expect(more).toEqual([]);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);

    const database = Number((await readFile(await postmasterFile(dataDir), 'utf8')).split('\n')[0]);
    expect(isAlive(database)).toBe(true);
    // One idle connection, and one in the middle of a request that never ends.
    const port = Number(new URL(service.url).port);
    const idle = connectSocket(port, '127.0.0.1');
    const stuck = connectSocket(port, '127.0.0.1');
    await Promise.all([once(idle, 'connect'), once(stuck, 'connect')]);
    stuck.write('POST /v1/accounts HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
    const closed = Promise.all([once(idle.resume(), 'close'), once(stuck.resume(), 'close')]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await closed;
    expect(isAlive(database)).toBe(false);
    await expect(stat(join(dataDir, 'service.json'))).rejects.toThrow('ENOENT');
    expect(service.output()).toContain('"msg":"stopped"');
  });
});

async function postmasterFile(dataDir: string): Promise<string> {
  const { glob } = await import('node:fs/promises');
  for await (const file of glob('**/postmaster.pid', { cwd: dataDir })) return join(dataDir, file);
  throw new Error(`no postmaster.pid in ${dataDir}`);
}
