import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Sql } from '../../db/index.ts';
import { freePort } from '../free-port.ts';
import { startRedis, type TestRedis } from '../redis-server.ts';
import { type RunningService, startService } from '../service.ts';
import { GroupDatabase } from './group-database.ts';
import { startRoundRobin } from './round-robin.ts';

/** Several real processes behind a load balancer, with a PostgreSQL and a Redis of their own. */
export type ServiceGroup = AsyncDisposable & {
  /** The address of the load balancer. */
  readonly url: string;
  readonly operatorToken: string;
  readonly sql: Sql;
  readonly database: GroupDatabase;
  readonly redis: TestRedis;
  readonly services: readonly (RunningService | null)[];
  /** `program` is the main file of another version. */
  start(index: number, program?: string): Promise<void>;
  /** Ends a process like `kill -9`. */
  kill(index: number): Promise<void>;
  /** New connections go to these processes only. */
  balance(indexes: readonly number[]): void;
};

export type ServiceGroupOptions = {
  /** How many processes there may be. */
  readonly count: number;
  /** How many of them start at the beginning. Default: all. */
  readonly started?: number;
  readonly redisProgram: string;
  /** The database can get another address. */
  readonly movable?: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

export async function startServiceGroup({
  count,
  started = count,
  redisProgram,
  movable = false,
  env = {},
}: ServiceGroupOptions): Promise<ServiceGroup> {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await GroupDatabase.start(movable));
  const redis = undo.use(await startRedis(redisProgram));
  const balancer = undo.use(await startRoundRobin());
  const operatorToken = randomBytes(32).toString('hex');
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const common = {
    DATABASE_URL: database.url,
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
  const start = async (index: number, program?: string) => {
    services[index] = await startService({
      env: { ...common, PORT: String(ports[index]) },
      dataDir: join(database.folder, 'unused'),
      ...(program === undefined ? {} : { program }),
    });
  };
  // The first one migrates the database.
  await start(0);
  await Promise.all(ports.slice(1, started).map((_, index) => start(index + 1)));
  balancer.setPorts(ports.slice(0, started));
  const kept = undo.move();
  return {
    url: balancer.url,
    operatorToken,
    sql: database.sql,
    database,
    redis,
    services,
    start,
    async kill(index) {
      await services[index]?.kill('SIGKILL');
      services[index] = null;
    },
    balance: (indexes) => balancer.setPorts(indexes.map((index) => ports[index] ?? 0)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
