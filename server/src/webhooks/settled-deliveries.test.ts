import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Sql } from '../db/index.ts';
import { deliveriesAfter } from './deliveries-after.ts';
import { enqueue } from './enqueue.ts';
import { settledDeliveriesAfter, settledLastDeliveryId } from './settled-deliveries.ts';
import { type Customer, type WebhookScene, webhookScene } from './testing/webhook-scene.ts';

describe('a delivery that commits after one with a higher id', () => {
  let scene: WebhookScene;
  let customer: Customer;
  let listener: Sql;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    customer = await scene.customer();
    listener = connect({ url: scene.test.databaseUrl, applicationName: 'listener' });
  });
  afterEach(async () => {
    await listener.end({ timeout: 1 });
    await scene.clear();
  });

  /** Runs `read` while the delivery with the lower id is not committed, and commits it once `read` answers or waits. */
  const readDuringCommit = async <T>(read: () => Promise<T>) => {
    const { sql } = scene.test;
    const [low, high] = customer.events(2);
    if (low === undefined || high === undefined) throw new Error('there are two events');
    const written = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const late = sql.begin(async (tx) => {
      await enqueue(tx, low);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    await enqueue(sql, high);
    let hasAnswered = false;
    const answer = read().finally(() => {
      hasAnswered = true;
    });
    const waits = async () =>
      (
        await sql`
          select from pg_stat_activity where application_name = 'listener' and query like '%pg_locks%'`
      ).length > 0;
    await expect.poll(async () => hasAnswered || (await waits())).toBe(true);
    commit.resolve();
    await late;
    return { answer: await answer, low: low.id, high: high.id };
  };
  const after = (cursor: number) => settledDeliveriesAfter(listener, customer.webhookId, cursor, 100);

  it('is not passed over by somebody who reads on from the last id', async () => {
    const { answer, low, high } = await readDuringCommit(() => after(0));
    const rest = await after(answer.at(-1)?.deliveryId ?? 0);
    expect([...answer, ...rest].map(({ eventId }) => eventId)).toEqual([low, high]);
  });

  it('is committed before somebody is told where to begin', async () => {
    const { answer, low, high } = await readDuringCommit(async () => {
      await settledLastDeliveryId(listener, customer.webhookId);
      return await deliveriesAfter(listener, customer.webhookId, 0, 100);
    });
    expect(answer.map(({ eventId }) => eventId)).toEqual([low, high]);
  });
});
