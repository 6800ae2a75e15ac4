import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withRetry } from '../../db/index.ts';
import { type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

describe('fairness', () => {
  let scene: WebhookScene;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(() => scene.clear());
  const hooks = () => scene.test.app.webhookServices;

  it('[DE30] receivers that hang use only their own slots, and all others are served', async () => {
    const hanging = await Promise.all(Array.from({ length: 3 }, () => scene.customer()));
    const healthy = await scene.customer();
    for (const customer of hanging) {
      customer.answer('nothing');
      await hooks().outbox.write(customer.events(100));
    }
    await expect
      .poll(() => hanging.reduce((sum, { receiver }) => sum + receiver.requests.length, 0))
      .toBe(96);
    await hooks().outbox.write(healthy.events(200));
    await expect.poll(() => healthy.receiver.requests.length).toBe(200);
    for (const { receiver } of hanging) expect(receiver.requests.length).toBeLessThanOrEqual(32);
    for (const customer of hanging) {
      customer.answer(200);
      customer.release(200);
    }
    await hooks().engine.idle();
    for (const { receiver } of hanging) expect(receiver.requests).toHaveLength(100);
  });

  it('[DE30] webhooks of different accounts at one host do not wait for each other', async () => {
    const slow = await scene.customer();
    const quick = await scene.customer();
    await quick.update({ url: `${slow.receiver.url}quick` });
    slow.answer('nothing');
    await hooks().outbox.write(slow.events(100));
    await expect.poll(() => slow.receiver.requests.length).toBe(32);
    await hooks().outbox.write(quick.events(1));
    await expect.poll(() => slow.receiver.requests.filter(({ path }) => path === '/quick').length).toBe(1);
    slow.answer(200);
    slow.release(200);
    await hooks().engine.idle();
  });

  it('[DE31] 20,000 waiting deliveries of one webhook do not keep another from being served first', async () => {
    const { sql } = scene.test;
    const crowd = await scene.customer();
    const single = await scene.customer();
    const [event] = crowd.events(1);
    if (event === undefined) throw new Error('no event');
    await hooks().outbox.enqueue(sql, [event]);
    await sql`
      insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, due_at)
      select account_id, webhook_id, event_id, event_at, event_name, due_at from deliveries, generate_series(1, 20000)`;
    await sql`analyze deliveries`;
    await hooks().outbox.enqueue(sql, single.events(1));
    await hooks().engine.lookForDue();
    await expect.poll(() => single.receiver.requests.length).toBe(1);
    expect(crowd.receiver.requests.length).toBeLessThan(2_000);
    // The engine works on these deliveries at the same time, so the two may get in each other's way.
    await withRetry(() => sql`delete from deliveries`);
    await hooks().engine.idle();
  });
});
