import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql, startEmbedded } from '../../db/index.ts';
import { seededDataFolder } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import { startRedis, type TestRedis } from '../redis-server.ts';
import { type RunningService, startService } from '../service.ts';
import { postmasterPid } from './embedded-database.ts';
import { startRoundRobin } from './round-robin.ts';

/** Several real processes behind a load balancer, with a PostgreSQL and a Redis of their own. */
export type ServiceGroup = AsyncDisposable & {
  /** Of the load balancer. */
  readonly url: string;
  readonly operatorToken: string;
  readonly sql: Sql;
  readonly redis: TestRedis;
  readonly services: readonly (RunningService | null)[];
  start(index: number): Promise<void>;
  /** Ends a process like `kill -9`. */
  kill(index: number): Promise<void>;
  /** The database neither answers nor closes connections until the result is called. */
  pauseDatabase(): Promise<() => void>;
};

export type ServiceGroupOptions = {
  readonly count: number;
  readonly redisProgram: string;
  readonly env?: Readonly<Record<string, string>>;
};

export async function startServiceGroup({
  count,
  redisProgram,
  env = {},
}: ServiceGroupOptions): Promise<ServiceGroup> {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await seededDataFolder('group'));
  const { url: databaseUrl } = undo.use(await startEmbedded({ folder: folder.path, durable: false }));
  const sql = undo.adopt(connect({ url: databaseUrl, max: 4 }), (opened) => opened.end({ timeout: 1 }));
  const redis = undo.use(await startRedis(redisProgram));
  const balancer = undo.use(await startRoundRobin());
  const operatorToken = randomBytes(32).toString('hex');
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const common = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    BASE_URL: balancer.url,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    JOIN_RATE: '100000',
    JOIN_BURST: '100000',
    EDGE_RATE: '100000',
    EDGE_BURST: '100000',
    MAX_CONNECTIONS_PER_SOURCE: '100000',
    ...env,
  };
  const services: (RunningService | null)[] = ports.map(() => null);
  undo.defer(async () => {
    await Promise.all(services.map((service) => service?.[Symbol.asyncDispose]()));
  });
  const start = async (index: number) => {
    services[index] = await startService({
      env: { ...common, PORT: String(ports[index]) },
      dataDir: join(folder.path, 'unused'),
    });
  };
  // The first one migrates the database.
  await start(0);
  await Promise.all(ports.slice(1).map((_, index) => start(index + 1)));
  balancer.setPorts(ports);
  const kept = undo.move();
  return {
    url: balancer.url,
    operatorToken,
    sql,
    redis,
    services,
    start,
    async kill(index) {
      await services[index]?.kill('SIGKILL');
      services[index] = null;
    },
    async pauseDatabase() {
      const pids = await processesOf(await postmasterPid(folder.path));
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function processesOf(parent: number): Promise<number[]> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return [parent, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
}
