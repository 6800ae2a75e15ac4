import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissionScopes } from '@parley/protocol';
import { startEmbedded } from '../../../server/src/db/index.ts';
import { freePort } from '../../../server/src/testing/free-port.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { type Child, startChild } from '../../../server/src/testing/load/child.ts';
import type { EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import type { ServiceInput } from '../../../server/src/testing/load/service-program.ts';
import { startRedis } from '../../../server/src/testing/redis-server.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import { noLimits } from '../service/no-limits.ts';

export type Scene = AsyncDisposable & {
  /** Two processes of one service. */
  readonly processes: readonly [Child<ServiceAddress>, Child<ServiceAddress>];
  readonly avatarId: string;
  readonly key: string;
};

/** PostgreSQL, Redis, an endpoint and two processes of the service, each in its own process. */
export async function startScene(say: (line: string) => void, signal: AbortSignal): Promise<Scene> {
  await using started = new AsyncDisposableStack();
  say('starting PostgreSQL, Redis, an endpoint and two processes of the service');
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const database = started.use(await startEmbedded({ folder }));
  const redis = started.use(await startRedis(process.env.PARLEY_REDIS_SERVER ?? 'redis-server'));
  const endpoint = started.use(
    await startChild<EndpointReady>(
      new URL('../../../server/src/testing/load/endpoint-program.ts', import.meta.url),
      { signal },
    ),
  );
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: `parley_operator_${randomBytes(32).toString('base64url')}`,
    BASE_URL: 'http://localhost:8080',
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
  };
  const file = new URL('../../../server/src/testing/load/service-program.ts', import.meta.url);
  const start = async () => {
    const input: ServiceInput = { environment: { ...environment, PORT: String(await freePort()) } };
    return await startChild<ServiceAddress>(file, { input, execArgv: ['--expose-gc'], signal });
  };
  // One after the other: the first one creates the tables.
  const processes = [started.use(await start()), started.use(await start())] as const;
  const { accountId } = processes[0].ready;
  const operator = operatorClient(processes[0].ready);
  const avatarId = await operator.avatar(accountId, { name: 'Bench', endpointUrl: endpoint.ready.url });
  const key = await operator.key(accountId, permissionScopes, noLimits);
  const running = started.move();
  return { processes, avatarId, key, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
