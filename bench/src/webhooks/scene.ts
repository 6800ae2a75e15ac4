import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { type Child, startChild } from '../../../server/src/testing/load/child.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import { openDatabase } from '../service/open-database.ts';
import type { BareLoopInput } from './bare-loop.ts';
import type { ReceiversInput, ReceiversReady } from './receivers.ts';
import { addSessions } from './sessions.ts';

export const webhookCount = 20;

export type Target = { readonly avatarId: number; readonly webhookId: string };

/** Sender, receivers and database on the same machine. Each webhook has its own avatar and its own receiver. */
export type Scene = AsyncDisposable & {
  readonly sender: Child<ServiceAddress>;
  readonly bareLoop: Child<boolean>;
  readonly receivers: Child<ReceiversReady>;
  readonly targets: readonly Target[];
  /** More targets, whose receivers hang one after the other. */
  readonly spares: readonly Target[];
  readonly sql: ReturnType<typeof openDatabase>;
  /** Resolves when no delivery waits for these targets any more. */
  allDone(targets: readonly Target[]): Promise<void>;
};

export async function startScene(
  spareCount: number,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Scene> {
  await using started = new AsyncDisposableStack();
  say('starting the service, its database and the receivers');
  const file = (name: string) => new URL(name, import.meta.url);
  const input: ReceiversInput = { count: webhookCount + spareCount };
  const receivers = started.use(await startChild<ReceiversReady>(file('./receivers.ts'), { input, signal }));
  const sender = started.use(await startChild<ServiceAddress>(file('./sender.ts'), { signal }));
  signal.throwIfAborted();

  const { accountId, databaseUrl } = sender.ready;
  const operator = operatorClient(sender.ready);
  const created: (Target & { url: string; secret: string })[] = [];
  for (const [index, url] of receivers.ready.urls.entries()) {
    const { id: webhookId, secret } = await operator.webhook(accountId, `Receiver ${index}`, url);
    const avatarId = Number(await operator.avatar(accountId, { name: `Avatar ${index}`, webhookId }));
    created.push({ avatarId, webhookId, url, secret });
  }
  await receivers.ask(
    'know',
    created.map(({ secret }) => secret),
  );
  const targets = created.slice(0, webhookCount);
  const bareInput: BareLoopInput = { databaseUrl, targets };
  const bareLoop = started.use(
    await startChild<boolean>(file('./bare-loop.ts'), { input: bareInput, signal }),
  );
  const sql = openDatabase(databaseUrl, 1);
  started.defer(() => sql.end({ timeout: 1 }));
  await addSessions(sql, accountId);

  const running = started.move();
  return {
    sender,
    bareLoop,
    receivers,
    targets,
    spares: created.slice(webhookCount),
    sql,
    async allDone(of) {
      const ids = of.map(({ webhookId }) => webhookId);
      for (;;) {
        signal.throwIfAborted();
        const [row] = await sql<{ waiting: boolean }[]>`
          select exists (select from deliveries where webhook_id = any(${ids})) as waiting`;
        if (row?.waiting !== true) return;
        await sleep(10);
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
