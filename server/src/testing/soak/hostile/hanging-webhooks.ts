import { once } from 'node:events';
import { makeEvent } from '../../../events/index.ts';
import { startReceiver } from '../../../outbound/testing/receiver.ts';
import type { TestApp } from '../../app/index.ts';
import { testChange } from '../../index.ts';
import type { SharedResource } from './shared-resource.ts';

const webhooksOfHostile = 40;
const eventsOfEach = 40;
/** The share of one account. Without shares it would get 512. */
const enough = 200;

/** A hostile account with many webhooks that never answer, and an honest one that waits for an event. */
export async function startHangingWebhooks(
  undo: AsyncDisposableStack,
  test: TestApp,
): Promise<SharedResource> {
  const { app, sql, clock } = test;
  const { webhooks, outbox, engine } = app.webhookServices;
  const arrivals = new EventTarget();
  const receiver = undo.use(
    await startReceiver((response, { path }) => {
      if (path === '/hostile') return;
      response.end('ok');
      arrivals.dispatchEvent(new Event('arrived'));
    }),
  );
  const account = async (name: string) =>
    (await testChange(sql, (made) => app.accounts.create(made, { name, email: `${name}@example.com` }))).id;
  const source = async (accountId: string, name: string) => {
    const input = { name, url: `${receiver.url}${name}` };
    const { webhook } = await testChange(sql, (made) => webhooks.create(made, accountId, input));
    const avatar = await testChange(sql, (made) =>
      app.avatars.create(made, accountId, { name, webhookId: webhook.id }),
    );
    return { accountId, avatarId: avatar.id, sessionId: null, sequence: null };
  };
  type Source = Awaited<ReturnType<typeof source>>;
  const emit = (from: Source, count: number) =>
    outbox.write(
      Array.from({ length: count }, () =>
        makeEvent(from, 'agent:error', {
          error: 'x',
          avatar_id: String(from.avatarId),
          timestamp: clock.now(),
        }),
      ),
    );
  const hostileId = await account('hostile-events');
  const hostile: Source[] = [];
  for (let i = 0; i < webhooksOfHostile; i++) hostile.push(await source(hostileId, 'hostile'));
  const honest = await source(await account('honest-events'), 'honest');
  return {
    name: 'webhooks',
    async attack(signal) {
      for (const from of hostile) await emit(from, eventsOfEach);
      await engine.lookForDue();
      while (receiver.requests.length < enough && !signal.aborted) await new Promise(setImmediate);
      return { ended: Promise.resolve() };
    },
    async use() {
      const arrived = once(arrivals, 'arrived');
      await emit(honest, 1);
      await arrived;
    },
  };
}
