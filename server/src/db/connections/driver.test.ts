import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatabaseProxy, type TestDatabase, testDatabase } from '../../testing/index.ts';
import { connect } from './connect.ts';

describe('the driver, as it is installed and corrected (scripts/lib/install/mend-packages.mjs)', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('uses every connection again after all were lost at once while statements were written', async () => {
    await using proxy = await startDatabaseProxy(database.url);
    const sql = connect({ url: proxy.url, max: 4 });
    const codeOf = (error: unknown) => (error as { readonly code?: string }).code;
    // Written to the next connection while that one is being lost, too.
    const again = () => sql`select 1`.then(() => 'done', codeOf);
    for (let round = 0; round < 3; round++) {
      await Promise.allSettled(Array.from({ length: 4 }, () => sql`select pg_sleep(0.02)`));
      const cut = [sql`select pg_sleep(5)`.catch(again), sql`select pg_sleep(5)`.catch(again)];
      await expect
        .poll(
          async () =>
            (await database.sql`select from pg_stat_activity where query like '%(5)%' and state = 'active'`)
              .length,
        )
        .toBeGreaterThanOrEqual(2);
      proxy.cut();
      await Promise.all(cut);
      proxy.mend();
      const results = await Promise.all(Array.from({ length: 8 }, again));
      expect(results).not.toContain('CONNECT_TIMEOUT');
      expect(results).toContain('done');
    }
    await sql.end({ timeout: 1 });
  });

  describe('a connection that is reserved', () => {
    const works = async (sql: ReturnType<typeof connect>): Promise<void> => {
      const reserved = await sql.reserve();
      expect([...(await reserved`select 1 as one`)]).toEqual([{ one: 1 }]);
      reserved.release();
      expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
    };

    it('can be the first of a pool', async () => {
      const sql = connect({ url: database.url, max: 1, waitMs: 1_000 });
      await works(sql);
      await sql.end({ timeout: 1 });
    });

    it('can be another one, if the one it waits for is lost', async () => {
      await using proxy = await startDatabaseProxy(database.url);
      const sql = connect({ url: proxy.url, max: 1, waitMs: 2_000 });
      const begun = Promise.withResolvers<void>();
      const lost = sql
        .begin(async (tx) => {
          begun.resolve();
          await tx`select pg_sleep(5)`;
        })
        .catch((error: unknown) => error);
      await begun.promise;
      const waiting = works(sql);
      proxy.cut();
      proxy.mend();
      expect(await lost).toBeInstanceOf(Error);
      await waiting;
      await sql.end({ timeout: 1 });
    });

    it('leaves nothing behind if there was none', async () => {
      await using proxy = await startDatabaseProxy(database.url);
      const sql = connect({ url: proxy.url, max: 1, waitMs: 2_000 });
      proxy.cut();
      await expect(sql.reserve()).rejects.toThrow();
      proxy.mend();
      await works(sql);
      await sql.end({ timeout: 1 });
    });
  });

  describe('with a server that accepts connections and closes them, as a load balancer without a database', () => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts += 1;
      socket.on('error', () => {}).on('data', () => socket.end());
    });
    let host = '';
    beforeAll(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server.close());

    it('fails a statement after one attempt', async () => {
      const sql = connect({ url: `postgres://parley@${host}/parley`, max: 1 });
      attempts = 0;
      for (let count = 1; count <= 3; count++) {
        await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
        expect(attempts).toBe(count);
      }
      await sql.end({ timeout: 1 });
    });

    it('pauses longer and longer if it has several hosts to try', async () => {
      const sql = connect({ url: `postgres://parley@${host},${host}/parley`, max: 1, waitMs: 500 });
      attempts = 0;
      await expect(sql`select 1`).rejects.toMatchObject({ code: 'POOL_TIMEOUT' });
      expect(attempts).toBeGreaterThan(1);
      expect(attempts).toBeLessThan(20);
      await sql.end({ timeout: 0 });
    });
  });
});
