import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Sql } from '../../db/index.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { listAccountDeliveries } from './account-deliveries.ts';
import { readRange } from './deliveries-after.ts';
import { deliverWaiting } from './finish-waiting.ts';

describe('deliveries that finish while they are listed', () => {
  let scene: WebhookScene;
  let customer: Customer;
  let proxy: DatabaseProxy;
  let reader: Sql;
  beforeAll(async () => {
    scene = await webhookScene();
    proxy = await startDatabaseProxy(scene.test.databaseUrl);
    reader = connect({ url: proxy.url });
  });
  afterAll(async () => {
    await reader.end({ timeout: 1 });
    await proxy[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });
  afterEach(() => scene.clear());

  const all = () => ({ accountId: customer.accountId, limit: 100 });

  it.each<[string, () => Promise<number[]>]>([
    ['an account’s log', async () => (await listAccountDeliveries(reader, all())).items.map(({ id }) => id)],
    [
      'an account’s log of one kind of event',
      async () =>
        (await listAccountDeliveries(reader, { ...all(), event: 'agent:error' })).items.map(({ id }) => id),
    ],
    [
      'an account’s log since a moment',
      async () =>
        (
          await listAccountDeliveries(reader, { ...all(), fromMs: scene.test.clock.now() - 60_000 })
        ).items.map(({ id }) => id),
    ],
    [
      'a listener’s deliveries',
      async () =>
        (await readRange(reader, customer.webhookId, { after: 0, upTo: Number.MAX_SAFE_INTEGER }, 100))
          .map(({ deliveryId }) => deliveryId)
          .reverse(),
    ],
  ])(
    '[DE20] are each in %s exactly once, when one finishes between any two requests',
    async (_list, list) => {
      customer = await scene.customer();
      await scene.test.app.webhookServices.outbox.enqueue(scene.test.sql, customer.events(40));
      const known = await list();
      expect(known).toHaveLength(40);
      const waiting = [...known];
      let finished = 0;
      proxy.betweenRequests(async () => {
        const id = waiting.shift();
        if (id !== undefined && (await deliverWaiting(scene.test.sql, id, scene.test.clock.now())))
          finished += 1;
      });
      try {
        expect(await list()).toEqual(known);
      } finally {
        proxy.betweenRequests(null);
      }
      expect(finished).toBeGreaterThan(0);
    },
  );
});
