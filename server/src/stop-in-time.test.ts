import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startDatabaseProxy, startService, testDatabase } from './testing/index.ts';

describe('SIGTERM', () => {
  it.each([1, 2])('ends a service of %i processes whose database has stopped answering', async (workers) => {
    await using database = await testDatabase();
    await using proxy = await startDatabaseProxy(database.url);
    const never = new Promise<void>(() => {});
    await using service = await startService({
      env: {
        DATABASE_URL: proxy.url,
        WORKERS: String(workers),
        SECRET_KEY: randomBytes(32).toString('base64'),
      },
    });
    proxy.betweenRequests(() => never);
    // Every connection of the pool waits for an answer, and more requests wait for a connection.
    const asking = Array.from({ length: 60 }, () =>
      fetch(`${service.url}/v1/accounts`, {
        headers: { authorization: `Bearer ${service.operatorToken}` },
      }).catch(() => null),
    );
    const { signal } = await service.stop();
    expect(signal).toBeNull();
    await Promise.all(asking);
  });
});
