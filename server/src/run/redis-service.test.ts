import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  freePort,
  type RunningService,
  startRedis,
  startService,
  type TestDatabase,
  type TestRedis,
  testDatabase,
} from '../testing/index.ts';
import { operatorClient } from '../testing/running/index.ts';

const program = process.env.PARLEY_REDIS_SERVER;
type Processes = {
  readonly processes: { readonly id: string; readonly state: string; readonly redis: string | null }[];
  readonly items: { readonly name: string; readonly state: string }[];
};

describe.skipIf(program === undefined)('three processes that Redis links', () => {
  const running = new AsyncDisposableStack();
  let redis: TestRedis;
  let database: TestDatabase;
  let services: RunningService[];
  beforeAll(async () => {
    redis = running.use(await startRedis(program ?? ''));
    database = running.use(await testDatabase());
    const env = {
      REDIS_URL: redis.url,
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      BASE_URL: `http://127.0.0.1:${await freePort()}`,
      OPERATOR_TOKEN: randomBytes(24).toString('hex'),
      EDGE_BURST: '30',
      EDGE_RATE: '1',
    };
    services = await Promise.all([1, 2, 3].map(async () => running.use(await startService({ env }))));
    return () => running.disposeAsync();
  });
  const at = (index: number): RunningService => {
    const service = services[index];
    if (service === undefined) throw new Error('there is no such process');
    return service;
  };
  const listed = (index: number) => operatorClient(at(index)).call<Processes>('GET', '/v1/processes');

  it('start at the same instant, make one first account, and write no data folder', async () => {
    expect(await database.sql`select from accounts`).toHaveLength(1);
    expect(await readdir(at(0).dataDir)).not.toContain('service.json');
    const { processes, items } = await listed(1);
    expect(processes).toHaveLength(3);
    expect(processes.every(({ state, redis: link }) => state === 'running' && link === 'up')).toBe(true);
    expect(items).toContainEqual(expect.objectContaining({ name: 'redis', state: 'good' }));
  });

  it('let through together what one would', async () => {
    const ask = async (index: number) => {
      const answer = await fetch(`${at(index % 3).url}/session/query?session_id=ses_none`);
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: 90 }, (_, index) => ask(index)));
    const refused = statuses.filter((status) => status === 429).length;
    // The limit refills by one a second while the requests run.
    expect(90 - refused).toBeGreaterThanOrEqual(30);
    expect(90 - refused).toBeLessThan(45);
  });

  it('report that Redis is unavailable, keep answering, and recover', async () => {
    const linkStates = async () => (await listed(0)).items.find(({ name }) => name === 'redis')?.state;
    await redis.kill();
    await expect.poll(linkStates).toBe('down');
    expect((await fetch(`${at(1).url}/readyz`)).status).toBe(200);
    await redis.restart();
    await expect.poll(linkStates).toBe('good');
  });

  it('a process that stops leaves the list at once', async () => {
    expect(await at(2).stop()).toEqual({ code: 0, signal: null });
    await expect.poll(async () => (await listed(0)).processes.length).toBe(2);
  });
});
