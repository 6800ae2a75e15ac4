import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, poolStateOf, type Sql } from '../db/index.ts';
import { startDatabaseProxy, type TestDatabase, testDatabase } from '../testing/index.ts';
import { createLiveness } from './liveness.ts';

describe('whether a process is alive', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /** A pool whose only connection is held until the returned function is called. */
  async function stuckPool(url: string): Promise<{ sql: Sql; release(): Promise<void> }> {
    const sql = connect({ url, max: 1, waitMs: 50 });
    // A new connection may take longer than that on a busy machine.
    await expect.poll(() => sql`select 1`.catch(() => null)).not.toBeNull();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = sql.begin(async () => {
      held.resolve();
      await release.promise;
    });
    holding.catch(() => {});
    await Promise.race([held.promise, holding]);
    const waitInVain = async () => {
      await expect(sql`select 1`).rejects.toMatchObject({ code: 'POOL_TIMEOUT' });
      return poolStateOf(sql).stuckForMs();
    };
    await expect.poll(waitInVain).toBeGreaterThan(0);
    return {
      sql,
      async release() {
        release.resolve();
        await holding.catch(() => {});
      },
    };
  }

  it('it is not, if none of its connections becomes free although the database answers', async () => {
    const { sql, release } = await stuckPool(database.url);
    const liveness = createLiveness({ sql, databaseUrl: database.url, stuckMs: 0 });
    expect(await liveness.problem()).toBe('no database connection becomes free any more');
    await release();
    await sql`select 1`;
    expect(await liveness.problem()).toBeNull();
    await sql.end({ timeout: 1 });
  });

  it('it is, if the database does not answer, and if connections were only scarce for a moment', async () => {
    await using proxy = await startDatabaseProxy(database.url);
    const { sql, release } = await stuckPool(proxy.url);
    expect(await createLiveness({ sql, databaseUrl: proxy.url }).problem()).toBeNull();
    proxy.cut();
    const liveness = createLiveness({ sql, databaseUrl: proxy.url, stuckMs: 0 });
    expect(await liveness.problem()).toBeNull();
    await release();
    await sql.end({ timeout: 1 });
  });
});
