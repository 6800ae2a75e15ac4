import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { countAttempts } from './pause-rule.ts';

describe('the failure count', () => {
  const failures = (count: number) => Array<boolean>(count).fill(false);

  it('[DE10] pauses at 20 and not at 19', () => {
    expect(countAttempts({ failures: 0, paused: false }, failures(19))).toEqual({
      failures: 19,
      paused: false,
    });
    expect(countAttempts({ failures: 0, paused: false }, failures(20))).toEqual({
      failures: 20,
      paused: true,
    });
    expect(countAttempts({ failures: 19, paused: false }, [false])).toEqual({ failures: 20, paused: true });
  });

  it('[DE11] restarts after any success', () => {
    const mixed = [...failures(19), true, ...failures(19)];
    expect(countAttempts({ failures: 0, paused: false }, mixed)).toEqual({ failures: 19, paused: false });
  });

  it('[DE12] the success of an attempt in flight does not undo the pause', () => {
    expect(countAttempts({ failures: 19, paused: false }, [false, true])).toEqual({
      failures: 0,
      paused: true,
    });
  });
});

describe('a webhook whose receiver fails', () => {
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
  const mailsTo = (email: string) =>
    scene.test.sql`select subject, body from mails where recipient = ${email}`;
  const states = async () => Map.groupBy(await customer.deliveries(), ({ state }) => state);
  /** Starts this many attempts that get no answer. */
  const begin = async (count: number) => {
    const before = customer.receiver.requests.length;
    customer.answer('nothing');
    await scene.test.app.webhookServices.outbox.write(customer.events(count));
    await expect.poll(() => customer.receiver.requests.length).toBe(before + count);
  };

  it('[DE10] is active after 19 failed attempts in a row, and paused by the 20th, with one mail', async () => {
    customer.answer(500);
    for (let failed = 1; failed <= 19; failed++) {
      await customer.emit(1);
      expect(await customer.webhook()).toMatchObject({ state: 'active', failures: failed, pausedAt: null });
    }
    expect(await mailsTo(customer.email)).toHaveLength(0);
    await customer.emit(1);
    expect(await customer.webhook()).toMatchObject({
      state: 'paused',
      failures: 20,
      pausedAt: new Date(scene.test.clock.now()),
      waiting: 20,
    });
    const [mail, ...more] = await mailsTo(customer.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Webhook "customer-\d+" of customer-\d+ is paused$/);
    expect(mail?.body).toContain(customer.receiver.url);
    expect(mail?.body).toContain(`/dashboard/${customer.accountId}/webhooks/${customer.webhookId}\n`);
  });

  it('[DE10] counts attempts across all events: retries of a few pause it too', async () => {
    customer.answer(500);
    await customer.emit(5);
    for (const [minutes, failures] of [
      [1, 10],
      [3, 15],
    ] as const) {
      await scene.after(minutes * 60_000);
      expect(await customer.webhook()).toMatchObject({ state: 'active', failures });
    }
    await scene.after(12 * 60_000);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', failures: 20 });
  });

  it('[DE10] every owner gets one mail, and no member of another account gets one', async () => {
    const { sql } = scene.test;
    await sql`insert into people (id, name, email) values ('usr_second', 'Second', 'second@example.com')`;
    await sql`insert into people (id, name, email) values ('usr_plain', 'Plain', 'plain@example.com')`;
    await sql`insert into members (id, account_id, person_id, role) values
      ('mem_second', ${customer.accountId}, 'usr_second', 'owner'),
      ('mem_plain', ${customer.accountId}, 'usr_plain', 'member')`;
    const other = await scene.customer();
    customer.answer(500);
    await customer.emit(20);
    expect(await mailsTo(customer.email)).toHaveLength(1);
    expect(await mailsTo('second@example.com')).toHaveLength(1);
    expect(await mailsTo('plain@example.com')).toHaveLength(0);
    expect(await mailsTo(other.email)).toHaveLength(0);
    expect(await other.webhook()).toMatchObject({ state: 'active', failures: 0 });
  });

  it('[DE11] a success among the failures sets the count to 0', async () => {
    customer.answer(500);
    await customer.emit(19);
    customer.answer(200);
    await customer.emit(1);
    expect(await customer.webhook()).toMatchObject({ state: 'active', failures: 0 });
    customer.answer(500);
    await customer.emit(19);
    expect(await customer.webhook()).toMatchObject({ state: 'active', failures: 19 });
  });

  it('[DE11] tests and replays never count, neither as failures nor as successes', async () => {
    const { app, sql, clock } = scene.test;
    const { webhooks, outbound } = app.webhookServices;
    const { testWebhook, replay } = await import('../../webhooks/index.ts');
    const deps = { sql, clock, outbound, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
    customer.answer(500);
    await customer.emit(19);
    const [delivery] = await customer.deliveries();
    for (let i = 0; i < 3; i++) {
      clock.advance(1);
      expect(await testWebhook(deps, customer.ref, 'operator')).toMatchObject({ success: false });
      expect(await replay(deps, customer.accountId, delivery?.id ?? 0)).toMatchObject({ success: false });
    }
    expect(await customer.webhook()).toMatchObject({ state: 'active', failures: 19 });
    customer.answer(200);
    await testWebhook(deps, customer.ref, 'operator');
    await replay(deps, customer.accountId, delivery?.id ?? 0);
    expect(await customer.webhook()).toMatchObject({ state: 'active', failures: 19 });
  });

  it('[DE12] while paused, new events and waiting retries are held and nothing is sent', async () => {
    customer.answer(500);
    await customer.emit(20);
    const sent = customer.receiver.requests.length;
    customer.answer(200);
    await customer.emit(3);
    await scene.after(72 * 3_600_000);
    expect(customer.receiver.requests).toHaveLength(sent);
    expect((await states()).get('held')).toHaveLength(23);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', waiting: 23 });
  });

  it('[DE12] attempts in flight when it is paused finish and count, with one pause and one mail', async () => {
    await begin(25);
    customer.release(500);
    await scene.test.app.webhookServices.engine.idle();
    expect(await customer.webhook()).toMatchObject({ state: 'paused', failures: 25 });
    expect((await states()).get('held')).toHaveLength(25);
    for (const { id } of await customer.deliveries()) expect(await customer.attempts(id)).toHaveLength(1);
    expect(await mailsTo(customer.email)).toHaveLength(1);
  });

  it('[DE12] a delivery whose attempt in flight succeeds is delivered, and the webhook stays paused', async () => {
    await begin(1);
    customer.answer(500);
    await scene.test.app.webhookServices.outbox.write(customer.events(20));
    await expect.poll(async () => (await customer.webhook()).state).toBe('paused');
    customer.release(200);
    await scene.test.app.webhookServices.engine.idle();
    expect((await states()).get('delivered')).toHaveLength(1);
    expect((await states()).get('held')).toHaveLength(20);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', failures: 0 });
  });

  it('[DE12] a delivery whose eighth attempt is in flight and fails is exhausted, not held', async () => {
    await scene.test.app.webhookServices.outbox.enqueue(scene.test.sql, customer.events(20));
    await scene.test.sql`update deliveries set attempts = 7`;
    customer.answer(500);
    await scene.deliver();
    expect(await customer.webhook()).toMatchObject({ state: 'paused' });
    expect((await states()).get('exhausted')).toHaveLength(20);
  });
});
