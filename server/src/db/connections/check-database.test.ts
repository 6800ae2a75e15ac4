import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, stateDeadlineMs, type TestDatabase, testDatabase } from '../../testing/index.ts';
import { checkDatabase, connect, DatabaseUnreachable } from '../index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const complaint = async (url: string, limitMs = stateDeadlineMs): Promise<string> => {
  try {
    const sql = connect({ url, max: 1 });
    await checkDatabase(sql, { limitMs }).finally(() => sql.end({ timeout: 0 }));
    return 'reached';
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error;
    return error.message;
  }
};

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

it('accepts a database that can be used', async () => {
  expect(await complaint(database.url)).toBe('reached');
});

it('names host and port when nothing listens there', async () => {
  const port = await freePort();
  expect(await complaint(`postgres://me:hidden@127.0.0.1:${port}/x`)).toBe(
    `Could not connect to the database at 127.0.0.1:${port}: nothing listens there (ECONNREFUSED).`,
  );
});

it('names an unknown host', async () => {
  expect(await complaint('postgres://me:hidden@no-such-host.invalid/x')).toMatch(
    /^Could not connect to the database at no-such-host\.invalid:5432: (the host name is unknown|DNS did not answer)/,
  );
});

it('names the user whose password is refused, never the password', async () => {
  const text = await complaint(changed((url) => (url.password = 'hidden')));
  expect(text).toContain('the password for user "parley" was refused');
  expect(text).not.toContain('hidden');
});

it('names a database that does not exist', async () => {
  expect(await complaint(changed((url) => (url.pathname = '/nowhere')))).toContain(
    'database "nowhere" does not exist',
  );
});

it('names a socket that does not exist', async () => {
  expect(await complaint('postgres://me:hidden@localhost/x?host=/no/such/folder')).toBe(
    'Could not connect to the database at /no/such/folder/.s.PGSQL.5432: there is no such socket (ENOENT).',
  );
});

it.each([
  ['hangs up', (): string => ''],
  ['speaks HTTP', (): string => 'HTTP/1.1 400 Bad Request\r\n\r\nhidden'],
])('explains what is wrong with a server that %s', async (_, answer) => {
  // A socket that is not read does not notice that the other side has ended, and stays open.
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end(answer()),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const text = await complaint(`postgres://me:hidden@127.0.0.1:${port}/x`, 300);
  server.close();
  expect(text).toMatch(
    new RegExp(`^Could not connect to the database at 127\\.0\\.0\\.1:${port}: \\S.*\\.$`),
  );
  expect(text).not.toContain('hidden');
});

it.each([['nonsense'], ['postgres://me:hidden@host:port/x']])(
  'refuses %s without repeating it',
  async (url) => {
    expect(await complaint(url)).toBe(
      'The address of the database is not a URL such as postgres://user:password@host/name',
    );
  },
);
