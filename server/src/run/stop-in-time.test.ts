import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, it } from 'vitest';
import {
  freePort,
  plainEnvironment,
  startDatabaseProxy,
  startService,
  temporaryFolder,
  testDatabase,
} from '../testing/index.ts';
import { serviceProgram } from '../testing/running/index.ts';

const never = new Promise<void>(() => {});
const secretKey = randomBytes(32).toString('base64');

describe.concurrent('SIGTERM ends a service whose database has stopped answering', () => {
  it('while it runs, and its requests wait for connections', async ({ expect }) => {
    await using database = await testDatabase();
    await using proxy = await startDatabaseProxy(database.url);
    await using service = await startService({
      env: { DATABASE_URL: proxy.url, SECRET_KEY: secretKey },
    });
    proxy.betweenRequests(() => never);
    const asking = Array.from({ length: 60 }, () =>
      fetch(`${service.url}/v1/accounts`, {
        headers: { authorization: `Bearer ${service.operatorToken}` },
      }).catch(() => null),
    );
    expect(await service.stop()).toMatchObject({ signal: null });
    await Promise.all(asking);
  });

  it('while it starts', async ({ expect }) => {
    await using database = await testDatabase();
    await using proxy = await startDatabaseProxy(database.url);
    await using folder = await temporaryFolder('stop');
    const hangs = Promise.withResolvers<void>();
    let requests = 0;
    proxy.betweenRequests(async () => {
      requests += 1;
      if (requests < 8) return;
      hangs.resolve();
      await never;
    });
    const child = spawn(process.execPath, [serviceProgram], {
      env: {
        ...plainEnvironment(),
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        DATA_DIR: folder.path,
        DATABASE_URL: proxy.url,
        SECRET_KEY: secretKey,
      },
      stdio: 'ignore',
    });
    await using _ended = {
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGKILL');
      },
    };
    const ended = once(child, 'exit');
    await hangs.promise;
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
  });
});
