import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryConditions, DeliveryState } from '../delivery/index.ts';
import { discard } from './discard.ts';
import { replay } from './replay.ts';
import { replayMany } from './replay-many.ts';
import { testWebhook } from './test-webhook.ts';
import { type Customer, type WebhookScene, webhookScene } from './testing/webhook-scene.ts';

describe('the delivery log', () => {
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

  const deps = () => {
    const { sql, clock, app } = scene.test;
    const { outbound, webhooks } = app.webhookServices;
    return { sql, clock, outbound, webhook: webhooks.withSecrets };
  };
  const replayOne = (id: number) => replay(deps(), customer.accountId, id);
  const replayAll = (conditions: DeliveryConditions) => replayMany(deps(), customer.accountId, conditions);
  const discardOne = (id: number) =>
    scene.change((change) => discard(change, scene.test.clock, customer.accountId, id));
  const only = async () => {
    const [delivery, ...more] = await customer.deliveries();
    if (delivery === undefined || more.length > 0) throw new Error('one delivery was expected');
    return delivery;
  };
  /** Brings one delivery into a state in the way that it gets there in production. */
  const make = async (state: DeliveryState) => {
    const { engine, outbox } = scene.test.app.webhookServices;
    customer.answer(500);
    if (state === 'held')
      await scene.test.sql`update webhooks set state = 'paused' where id = ${customer.webhookId}`;
    await outbox.enqueue(scene.test.sql, customer.events(1));
    if (state === 'exhausted') await scene.test.sql`update deliveries set attempts = 7`;
    if (state === 'delivered') customer.answer(200);
    if (state === 'discarded') await discardOne((await only()).id);
    await engine.lookForDue();
    await engine.idle();
    expect(await only()).toMatchObject({ state });
    return await only();
  };

  it('[DE20] shows every delivery with type, state, attempts, and each attempt with its time, duration, status and body', async () => {
    const { clock } = scene.test;
    customer.answer('nothing');
    await scene.test.app.webhookServices.outbox.write(customer.events(1));
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    const firstAt = clock.now();
    clock.advance(1_234);
    customer.answer(200, 'très bien');
    customer.release(502);
    await scene.test.app.webhookServices.engine.idle();
    await scene.after(40_000);
    const delivery = await only();
    expect(delivery).toMatchObject({
      eventName: 'agent:error',
      state: 'delivered',
      attempts: 2,
      lastStatus: 200,
      finishedAt: clock.now(),
    });
    expect(await customer.attempts(delivery.id)).toEqual([
      {
        at: firstAt,
        kind: 'scheduled',
        durationMs: 1_234,
        status: 502,
        stage: null,
        problem: 'The receiver answered with HTTP 502. It must answer with a 2xx status.',
        body: Buffer.alloc(0),
        headers: expect.stringContaining('webhook-signature: v1,'),
      },
      {
        at: clock.now(),
        kind: 'scheduled',
        durationMs: 0,
        status: 200,
        stage: null,
        problem: null,
        body: Buffer.from('très bien'),
        headers: expect.stringContaining('webhook-signature: v1,'),
      },
    ]);
  });

  it.each(['pending', 'held', 'exhausted', 'discarded'] as const)(
    '[WH20] a %s delivery is delivered by a replay that succeeds, with the same id and bytes',
    async (state) => {
      const { id } = await make(state);
      const before = customer.receiver.requests.length;
      customer.answer(200);
      scene.test.clock.advance(1);
      expect(await replayOne(id)).toMatchObject({ success: true, status: 200 });
      const attempts = state === 'exhausted' ? 8 : before + 1;
      expect(await only()).toMatchObject({ id, state: 'delivered', lastStatus: 200, attempts });
      expect(customer.receiver.requests).toHaveLength(before + 1);
      const [first, last] = [customer.receiver.requests.at(0), customer.receiver.requests.at(-1)];
      expect(last?.headers['webhook-id']).toBe((await only()).eventId);
      expect(last?.body).toBe(first?.body);
      await scene.after(48 * 3_600_000);
      expect(customer.receiver.requests).toHaveLength(before + 1);
    },
  );

  it.each(['pending', 'held', 'exhausted', 'discarded'] as const)(
    '[WH20] a replay of a %s delivery that fails leaves it as it was',
    async (state) => {
      const before = await make(state);
      scene.test.clock.advance(1);
      expect(await replayOne(before.id)).toMatchObject({ success: false, status: 500 });
      const after = await only();
      expect(after).toMatchObject({ state, dueAt: before.dueAt, finishedAt: before.finishedAt });
      expect((await customer.attempts(after.id)).at(-1)).toMatchObject({ kind: 'replay', status: 500 });
      const [waiting] = await scene.test.sql`select attempts from deliveries where id = ${before.id}`;
      if (waiting !== undefined) expect(waiting.attempts).toBe(before.attempts);
    },
  );

  it('[WH20] two replays of one delivery at the same instant do not wait for each other', async () => {
    const { sql } = scene.test;
    const { id } = await make('held');
    customer.answer(200);
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select from deliveries where id = ${id} for update`;
    const statements: string[] = [];
    Object.assign(sql.options, { debug: (_: number, text: string) => statements.push(text) });
    try {
      const replays = Promise.all([replayOne(id), replayOne(id)]);
      await expect
        .poll(async () => (await holder`select from pg_locks where not granted`).length)
        .toBeGreaterThanOrEqual(2);
      await holder`commit`;
      expect(await replays).toMatchObject([{ success: true }, { success: true }]);
    } finally {
      Object.assign(sql.options, { debug: false });
      holder.release();
    }
    // A transaction that is in a deadlock is begun again.
    expect(statements.filter((text) => /^begin/.test(text.trim()))).toHaveLength(2);
    expect(await only()).toMatchObject({ id, state: 'delivered' });
  });

  it('[WH20] while the webhook is paused, a replay needs no re-enabling and does not enable it', async () => {
    const { id } = await make('held');
    customer.answer(200);
    await replayOne(id);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', waiting: 0 });
  });

  it('[WH20] the same delivery can be replayed again and again', async () => {
    const { id } = await make('delivered');
    for (let i = 0; i < 3; i++) {
      scene.test.clock.advance(1);
      await replayOne(id);
    }
    expect(customer.receiver.requests).toHaveLength(4);
    expect(await customer.attempts(id)).toHaveLength(4);
  });

  it('[WH20] a replay that succeeds during an attempt delivers; that attempt then changes nothing', async () => {
    customer.answer('nothing');
    await scene.test.app.webhookServices.outbox.write(customer.events(1));
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    customer.answer(200);
    scene.test.clock.advance(1);
    expect(await replayOne((await only()).id)).toMatchObject({ success: true });
    customer.release(500);
    await scene.test.app.webhookServices.engine.idle();
    expect(await only()).toMatchObject({ state: 'delivered' });
    expect(await customer.webhook()).toMatchObject({ failures: 0 });
    await scene.after(48 * 3_600_000);
    expect(customer.receiver.requests).toHaveLength(2);
  });

  it('[WH20] a test is not replayed', async () => {
    const { webhooks } = scene.test.app.webhookServices;
    await testWebhook({ ...deps(), noteTest: webhooks.noteTest }, customer.ref, 'operator');
    await expect(replayOne((await only()).id)).rejects.toThrow('A test cannot be replayed');
  });

  it('[WH20] many are replayed by a filter, the oldest first, and only those that match', async () => {
    const { sql, app } = scene.test;
    await sql`update webhooks set state = 'paused' where id = ${customer.webhookId}`;
    const old = customer.events(3);
    await app.webhookServices.outbox.enqueue(sql, old);
    await sql`update deliveries set created_at = created_at - interval '1 day'`;
    const fromMs = Date.now() - 3_600_000;
    const fresh = customer.events(30);
    await app.webhookServices.outbox.enqueue(sql, fresh);
    const filter = { webhookId: customer.webhookId, state: 'held', fromMs } as const;
    expect(await replayAll({ ...filter, event: 'notification' })).toMatchObject({ tried: 0 });
    expect(await replayAll(filter)).toEqual({ tried: 30, delivered: 30, failed: 0, left: 0 });
    const got = customer.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(got.toSorted()).toEqual(fresh.map(({ id }) => id).toSorted());
    const delivered = (await customer.deliveries()).filter(({ state }) => state === 'delivered');
    expect(delivered.slice(-8).map(({ eventId }) => eventId)).toContain(got[0]);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', waiting: 3 });
  });

  it('[WH20] a receiver that is slow for many replays does not delay the caller for long', async () => {
    const { sql, app, clock } = scene.test;
    await sql`update webhooks set state = 'paused' where id = ${customer.webhookId}`;
    await app.webhookServices.outbox.enqueue(sql, customer.events(20));
    customer.answer('nothing');
    const replaying = replayAll({ webhookId: customer.webhookId, state: 'held' });
    await expect.poll(() => customer.receiver.requests.length).toBe(8);
    clock.advance(20_000);
    customer.release(500);
    expect(await replaying).toEqual({ tried: 8, delivered: 0, failed: 8, left: 12 });
  });

  it.each(['pending', 'held'] as const)(
    '[WH21] a %s delivery can be discarded, and is not sent',
    async (state) => {
      const { id } = await make(state);
      const sent = customer.receiver.requests.length;
      await discardOne(id);
      expect(await only()).toMatchObject({ state: 'discarded', finishedAt: scene.test.clock.now() });
      await scene.after(48 * 3_600_000);
      expect(customer.receiver.requests).toHaveLength(sent);
    },
  );

  it.each(['delivered', 'exhausted', 'discarded'] as const)(
    '[WH21] a %s delivery cannot be discarded',
    async (state) => {
      const { id } = await make(state);
      await expect(discardOne(id)).rejects.toThrow(
        `is ${state}. Only pending and held deliveries can be discarded.`,
      );
    },
  );

  it('[WH21] a delivery that is being sent right now cannot be discarded', async () => {
    customer.answer('nothing');
    await scene.test.app.webhookServices.outbox.write(customer.events(1));
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    const { id } = await only();
    await expect(discardOne(id)).rejects.toThrow('is being sent right now');
    customer.release(500);
    await scene.test.app.webhookServices.engine.idle();
    await discardOne(id);
    expect(await only()).toMatchObject({ state: 'discarded' });
  });

  it('[WH22] deleting a webhook that deliveries wait for has to be confirmed, and discards them', async () => {
    await make('pending');
    await expect(customer.remove({ discard: false })).rejects.toThrow(
      '1 delivery waits for this webhook. Delete the webhook with discard to discard it.',
    );
    expect(await customer.webhook()).toMatchObject({ waiting: 1 });
    expect(await scene.test.app.avatars.get(customer.accountId, customer.avatarId)).toMatchObject({
      webhookId: customer.webhookId,
    });
    expect(await customer.remove({ discard: true })).toEqual({ discarded: 1 });
    await expect(customer.webhook()).rejects.toThrow('This webhook does not exist');
    expect(await only()).toMatchObject({ state: 'discarded' });
    const [row] = await scene.test.sql`
      select secret_sealed, old_secret_sealed, headers_sealed from webhooks where id = ${customer.webhookId}`;
    expect(row).toEqual({ secret_sealed: null, old_secret_sealed: null, headers_sealed: null });
    expect(await scene.test.app.avatars.get(customer.accountId, customer.avatarId)).toMatchObject({
      webhookId: null,
    });
    await expect(replayOne((await only()).id)).rejects.toThrow('has been deleted');
  });

  it('[WH22] a webhook without waiting deliveries is deleted at once', async () => {
    await make('delivered');
    expect(await customer.remove({ discard: false })).toEqual({
      discarded: 0,
    });
  });

  it('[WH22] an attempt in flight when its webhook is deleted does not change the count', async () => {
    const { engine, outbox } = scene.test.app.webhookServices;
    customer.answer('nothing');
    await outbox.write(customer.events(1));
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    await customer.remove({ discard: true });
    customer.release(200);
    await engine.idle();
    expect(await only()).toMatchObject({ state: 'discarded', lastStatus: 200 });
    await scene.after(48 * 3_600_000);
    expect(customer.receiver.requests).toHaveLength(1);
  });
});
