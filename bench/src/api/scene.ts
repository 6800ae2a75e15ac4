import { permissionScopes } from '@parley/protocol';
import { startChild } from '../../../server/src/testing/load/child.ts';
import { type OperatorClient, operatorClient } from '../../../server/src/testing/running/index.ts';
import { noLimits } from '../service/no-limits.ts';
import { openDatabase } from '../service/open-database.ts';
import type { BaselineInput, BaselineReady } from './baselines.ts';
import { seedAvatars } from './seed.ts';
import type { ServiceReady } from './service.ts';

export type Side = { readonly port: number; cpuMs(): Promise<number> };

/** Everything a measurement needs: both servers running, the same data in both, and a key without effective limits. */
export type Scene = AsyncDisposable & {
  readonly service: Side & ServiceReady;
  readonly baseline: Side & BaselineReady;
  readonly sessionAnswer: string;
  readonly operator: OperatorClient;
  readonly accountId: string;
  readonly key: string;
  readonly sql: ReturnType<typeof openDatabase>;
};

export async function startScene(say: (line: string) => void, signal: AbortSignal): Promise<Scene> {
  await using started = new AsyncDisposableStack();
  say('starting the service and its database');
  const service = started.use(await startChild<ServiceReady>(new URL('./service.ts', import.meta.url)));
  const { databaseUrl, accountId, sessionId, state } = service.ready;
  signal.throwIfAborted();

  const sql = openDatabase(databaseUrl, 2);
  started.defer(() => sql.end({ timeout: 1 }));
  say('filling the account with avatars');
  await seedAvatars(sql, accountId);
  const operator = operatorClient(service.ready);
  const key = await operator.key(accountId, permissionScopes, noLimits);
  signal.throwIfAborted();

  const sessionAnswer = JSON.stringify({ status: 'OK', failReason: 0, sessionId, state });
  const input: BaselineInput = { databaseUrl, accountId, sessionAnswer };
  const baseline = started.use(
    await startChild<BaselineReady>(new URL('./baselines.ts', import.meta.url), { input }),
  );
  const running = started.move();
  return {
    service: { ...service.ready, cpuMs: () => service.cpuMs() },
    baseline: { ...baseline.ready, cpuMs: () => baseline.cpuMs() },
    sessionAnswer,
    operator,
    accountId,
    key,
    sql,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
