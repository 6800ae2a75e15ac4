import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeChange, operatorActor } from '../audit/index.ts';
import { type Customer, type WebhookScene, webhookScene } from './testing/webhook-scene.ts';

describe('a webhook that a person pauses', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer();
  });
  const hooks = () => scene.test.app.webhookServices;
  const pause = () => customer.pause();
  const enable = () => customer.enable();
  const states = async () => (await customer.deliveries()).map(({ state }) => state);
  const auditEntries = async () => {
    const { sql } = scene.test;
    const found = await sql`
      select from audit_log where action = 'webhooks.pause' and target_id = ${customer.webhookId}`;
    return found.length;
  };
  const failUntilPaused = async () => {
    customer.answer(500);
    await customer.emit(20);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', pauseReason: 'failures' });
    customer.answer(200);
  };

  it('[WH13] holds new events and waiting retries, and sends them once it is enabled', async () => {
    customer.answer(500);
    await customer.emit(2);
    customer.answer(200);
    expect(await pause()).toMatchObject({
      state: 'paused',
      pauseReason: 'manual',
      pausedAt: new Date(scene.test.clock.now()),
      failures: 2,
      waiting: 2,
    });
    await customer.emit(3);
    await scene.after(3_600_000);
    expect(customer.receiver.requests).toHaveLength(2);
    expect(await states()).toEqual(Array(5).fill('held'));
    expect(await enable()).toMatchObject({
      state: 'active',
      pauseReason: null,
      pausedAt: null,
      failures: 0,
      waiting: 5,
    });
    await hooks().engine.idle();
    expect(customer.receiver.requests).toHaveLength(7);
    expect(await states()).toEqual(Array(5).fill('delivered'));
  });

  it('[WH13] writes no mail', async () => {
    await pause();
    expect(await scene.test.sql`select from mails where recipient = ${customer.email}`).toHaveLength(0);
  });

  it('[DE12] [WH13] lets attempts in flight finish and count', async () => {
    customer.answer('nothing');
    await hooks().outbox.write(customer.events(2));
    await expect.poll(() => customer.receiver.requests.length).toBe(2);
    await pause();
    customer.release(200, 1);
    customer.release(500, 1);
    await hooks().engine.idle();
    expect((await states()).sort()).toEqual(['delivered', 'held']);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', pauseReason: 'manual', waiting: 1 });
  });

  it('[WH13] stays paused by hand, without a mail, if attempts in flight reach the twentieth failure', async () => {
    customer.answer('nothing');
    await hooks().outbox.write(customer.events(20));
    await expect.poll(() => customer.receiver.requests.length).toBe(20);
    await pause();
    customer.release(500);
    await hooks().engine.idle();
    expect(await customer.webhook()).toMatchObject({ state: 'paused', pauseReason: 'manual', failures: 20 });
    expect(await scene.test.sql`select from mails where recipient = ${customer.email}`).toHaveLength(0);
  });

  it('[WH11] [WH13] still needs a test if failures had paused it before', async () => {
    await failUntilPaused();
    expect(await pause()).toMatchObject({ state: 'paused', pauseReason: 'failures' });
    await expect(enable()).rejects.toThrow(/needs a test/);
  });

  it('[WH13] changes nothing and writes nothing more when it is paused twice', async () => {
    const first = await pause();
    scene.test.clock.advance(1_000);
    expect(await pause()).toEqual(first);
    expect(await auditEntries()).toBe(1);
  });

  it('[WH13] is recorded as paused by only one of two callers that pause it at the same instant', async () => {
    const [one, two] = await Promise.all([pause(), pause()]);
    expect(one).toEqual(two);
    expect(await auditEntries()).toBe(1);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', pauseReason: 'manual' });
  });

  it('[WH13] is neither paused nor recorded if the transaction fails', async () => {
    const failing = makeChange(scene.test.sql, operatorActor, async (change) => {
      await hooks().webhooks.pause(change, customer.ref);
      throw new Error('something else failed');
    });
    await expect(failing).rejects.toThrow('something else failed');
    expect(await customer.webhook()).toMatchObject({ state: 'active', pauseReason: null });
    expect(await auditEntries()).toBe(0);
  });

  it('[DE23] cannot be paused by another account', async () => {
    const other = await scene.customer();
    const ref = { accountId: other.accountId, id: customer.webhookId };
    const pausing = scene.change((change) => hooks().webhooks.pause(change, ref));
    await expect(pausing).rejects.toThrow('This webhook does not exist. Check its id.');
    expect(await customer.webhook()).toMatchObject({ state: 'active' });
  });
});
