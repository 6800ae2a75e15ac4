import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testWebhook } from './test-webhook.ts';
import { type Customer, type WebhookScene, webhookScene } from './testing/webhook-scene.ts';

const fiveMinutes = 5 * 60_000;

describe('a paused webhook', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer({ headers: { 'x-tenant': 'one' } });
    customer.answer(500);
    await customer.emit(20);
    expect(await customer.webhook()).toMatchObject({ state: 'paused' });
    customer.answer(200);
  });

  const hooks = () => scene.test.app.webhookServices;
  const test = () => {
    const { sql, clock } = scene.test;
    const { outbound, webhooks } = hooks();
    const deps = { sql, clock, outbound, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
    return testWebhook(deps, customer.ref, 'boss@example.com');
  };
  const enable = () => customer.enable();
  const resume = async () => {
    await enable();
    await hooks().engine.idle();
  };
  const refusal = /needs a test of its current URL, secret and headers/;

  it('[WH11] cannot be enabled without a test', async () => {
    await expect(enable()).rejects.toThrow(refusal);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', failures: 20 });
  });

  it('[WH11] cannot be enabled after a test that failed', async () => {
    customer.answer(500);
    expect(await test()).toMatchObject({ success: false, status: 500 });
    await expect(enable()).rejects.toThrow(refusal);
  });

  it.each([
    [fiveMinutes - 1, true],
    [fiveMinutes, true],
    [fiveMinutes + 1, false],
  ])('[WH11] %i ms after a passing test: %s', async (ms, allowed) => {
    expect(await test()).toMatchObject({ success: true });
    scene.test.clock.advance(ms);
    if (allowed) expect(await enable()).toMatchObject({ state: 'active', failures: 0, pausedAt: null });
    else await expect(enable()).rejects.toThrow(refusal);
  });

  it('[WH11] a test that failed later does not take back one that passed', async () => {
    await test();
    customer.answer(500);
    await test();
    expect(await enable()).toMatchObject({ state: 'active' });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'another address',
      () =>
        customer.update({
          url: `${customer.receiver.url}elsewhere`,
        }),
    ],
    ['another header', () => customer.update({ headers: { 'x-tenant': 'two' } })],
    ['no header', () => customer.update({ headers: {} })],
    ['another secret', () => customer.rotate(0)],
    ['another secret with an overlap', () => customer.rotate(60_000)],
  ])('[WH11] [WH4] %s since the test: it has to be tested again', async (_what, change) => {
    await test();
    await change();
    await expect(enable()).rejects.toThrow(refusal);
    expect(await customer.webhook()).toMatchObject({ state: 'paused' });
    await test();
    expect(await enable()).toMatchObject({ state: 'active' });
  });

  it('[WH11] another name, or the same headers in another order, does not count as a change', async () => {
    await customer.update({ headers: { 'X-A': '1', 'x-b': '2' } });
    await test();
    await customer.update({
      name: 'Renamed',
      headers: { 'X-B': '2', 'x-a': '1' },
    });
    expect(await enable()).toMatchObject({ state: 'active' });
  });

  it('[WH11] a change that commits while enabling waits for it leaves it paused', async () => {
    await test();
    const { sql } = scene.test;
    const [written, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const rotating = sql.begin(async (tx) => {
      await tx`update webhooks set secret_id = 'another' where id = ${customer.webhookId}`;
      written.resolve();
      await seen.promise;
    });
    await written.promise;
    const enabling = Promise.allSettled([enable()]);
    const waitsForLock = () => sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waitsForLock()).length).toBe(1);
    seen.resolve();
    await rotating;
    expect(await enabling).toMatchObject([{ status: 'rejected', reason: { code: 'conflict' } }]);
    expect(await customer.webhook()).toMatchObject({ state: 'paused' });
  });

  it('[WH11] a rotation at the same moment as enabling leaves it paused, or came first', async () => {
    await test();
    const [enabled] = await Promise.allSettled([enable(), customer.rotate(0)]);
    const { state } = await customer.webhook();
    expect(state).toBe(enabled.status === 'fulfilled' ? 'active' : 'paused');
  });

  it('[WH12] enabling one that is active changes nothing, not even its count', async () => {
    const healthy = await scene.customer();
    healthy.answer(500);
    await healthy.emit(19);
    expect(await healthy.enable()).toMatchObject({ state: 'active', failures: 19 });
  });

  it('[WH12] sends every held delivery as soon as it is enabled, also those that had failed', async () => {
    await customer.emit(5);
    await test();
    const before = customer.receiver.requests.length;
    await resume();
    const ids = customer.receiver.requests.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(25);
    expect(new Set(ids)).toHaveLength(25);
    expect(await customer.webhook()).toMatchObject({ state: 'active', failures: 0, waiting: 0 });
    const found = await customer.deliveries();
    expect(found.map(({ state }) => state)).toEqual(Array(26).fill('delivered'));
    // The attempts before the pause count.
    const attempts = found.map((delivery) => delivery.attempts).toSorted();
    expect(attempts).toEqual([...Array(6).fill(1), ...Array(20).fill(2)]);
  });

  it('[WH12] sends retries at once after a pause by a person, too', async () => {
    await test();
    await resume();
    customer.answer(500);
    await customer.emit(3);
    await customer.pause();
    customer.answer(200);
    const before = customer.receiver.requests.length;
    await resume();
    expect(customer.receiver.requests).toHaveLength(before + 3);
  });

  it('[WH12] a delivery that is being discarded at the same instant neither blocks it nor is sent', async () => {
    const { sql } = scene.test;
    await test();
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const discarding = sql.begin(async (tx) => {
      const rows = await tx`delete from deliveries where id = (
        select max(id) from deliveries where webhook_id = ${customer.webhookId}) returning id`;
      locked.resolve();
      await done.promise;
      return rows.length;
    });
    await locked.promise;
    const before = customer.receiver.requests.length;
    await resume().finally(() => done.resolve());
    expect(await discarding).toBe(1);
    expect(customer.receiver.requests).toHaveLength(before + 19);
  });

  it('[WH12] is found by the engine even without a message that it was enabled', async () => {
    await customer.emit(5);
    await test();
    const before = customer.receiver.requests.length;
    await scene.test.sql`
      update webhooks set state = 'active', pause_reason = null where id = ${customer.webhookId}`;
    await scene.deliver();
    expect(customer.receiver.requests).toHaveLength(before + 5);
  });

  it('[WH12] continues each delivery with its remaining attempts', async () => {
    await scene.test.sql`update deliveries set attempts = 6 where webhook_id = ${customer.webhookId}`;
    await test();
    customer.answer(500);
    await resume();
    const after = await customer.deliveries();
    expect(after.filter(({ state }) => state === 'held')).toHaveLength(20);
    expect(new Set(after.filter(({ state }) => state === 'held').map(({ attempts }) => attempts))).toEqual(
      new Set([7]),
    );
    customer.answer(200);
    await test();
    customer.answer(500);
    await resume();
    const ended = (await customer.deliveries()).map(({ state }) => state);
    expect(ended.filter((state) => state === 'exhausted')).toHaveLength(20);
  });

  it('[WH12] begins with one at a time and takes more with every success', async () => {
    // With the 20 that have failed: 31.
    await customer.emit(11);
    await test();
    const before = customer.receiver.requests.length;
    customer.answer('nothing');
    await enable();
    const under = [1, 2, 4, 8, 16];
    let sent = before;
    for (const count of under) {
      sent += count;
      await expect.poll(() => customer.receiver.requests.length).toBe(sent);
      // The engine reads the table once more, so it would have claimed more by now if it could.
      await scene.test.app.webhookServices.engine.lookForDue();
      expect(customer.receiver.requests.length).toBe(sent);
      customer.release(200);
    }
    await hooks().engine.idle();
    expect(customer.receiver.requests).toHaveLength(before + 31);
  });

  it('[WH10] a test is sent the way deliveries are: address, signature, headers, limits and log', async () => {
    await customer.update({ headers: { authorization: 'Bearer abc' } });
    await test();
    const request = customer.receiver.requests.at(-1);
    expect(request).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer abc',
        'webhook-id': expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        'webhook-timestamp': String(Math.floor(scene.test.clock.now() / 1000)),
        'webhook-signature': expect.stringMatching(/^v1,/),
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      message_type: 'Event',
      name: 'webhook.test',
      details: { triggered_by: 'boss@example.com', timestamp: scene.test.clock.now() },
    });
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({
      eventName: 'webhook.test',
      state: 'delivered',
      attempts: 1,
      lastStatus: 200,
    });
    expect(await customer.attempts(delivery?.id ?? 0)).toMatchObject([{ kind: 'test', status: 200 }]);
    expect(await customer.webhook()).toMatchObject({ testPassedAt: new Date(scene.test.clock.now()) });
  });
});
