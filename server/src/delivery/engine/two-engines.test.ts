import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { leaseMs } from './engine.ts';

describe('several engines on one database', () => {
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
  const store = (count: number, of = customer) =>
    scene.test.app.webhookServices.outbox.enqueue(scene.test.sql, of.events(count));
  const received = () => customer.receiver.requests.map(({ headers }) => headers['webhook-id']);

  it('[DE6] share the work and send nothing twice', async () => {
    const engines = Array.from({ length: 4 }, () => scene.engine());
    const others = await Promise.all(Array.from({ length: 4 }, () => scene.customer()));
    await store(300);
    for (const other of others) await store(100, other);
    await Promise.all(
      engines.map(async (engine) => {
        await engine.lookForDue();
        await engine.idle();
      }),
    );
    expect(received()).toHaveLength(300);
    expect(new Set(received())).toHaveLength(300);
    for (const { receiver } of others) expect(receiver.requests).toHaveLength(100);
    const [count] = await scene.test.sql`select count(*)::int as n from deliveries`;
    expect(count).toEqual({ n: 0 });
  });

  it('[DE10] pause a webhook once and with one mail, when 40 attempts of two engines fail at the same moment', async () => {
    const [one, two] = [scene.engine(), scene.engine()];
    customer.answer('nothing');
    await store(20);
    await one.lookForDue();
    await expect.poll(() => received().length).toBe(20);
    await store(20);
    await two.lookForDue();
    await expect.poll(() => received().length).toBe(40);
    customer.release(500);
    await Promise.all([one.idle(), two.idle()]);
    expect(await customer.webhook()).toMatchObject({ state: 'paused', failures: 40, waiting: 40 });
    expect(await scene.test.sql`select from mails where recipient = ${customer.email}`).toHaveLength(1);
  });

  it('[DE6] take over from one that was stopped dead when its lease has run out, and not before', async () => {
    const [dead, alive] = [scene.engine(), scene.engine()];
    customer.answer('nothing');
    await store(3);
    await dead.lookForDue();
    await expect.poll(() => received().length).toBe(3);
    customer.answer(200);
    scene.test.clock.advance(leaseMs - 1);
    await alive.lookForDue();
    await alive.idle();
    expect(received()).toHaveLength(3);
    scene.test.clock.advance(1);
    await alive.lookForDue();
    await alive.idle();
    expect(received()).toHaveLength(6);
    expect(new Set(received())).toHaveLength(3);
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    // The first engine was not dead after all, but its outcomes now come too late.
    customer.release(500);
    await dead.idle();
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    expect(await customer.webhook()).toMatchObject({ failures: 0 });
  });

  it('[DE6] an outcome that comes after the lease was lost changes neither delivery nor count, but is in the log', async () => {
    const [slow, other] = [scene.engine(), scene.engine()];
    customer.answer('nothing');
    await store(1);
    await slow.lookForDue();
    await expect.poll(() => received().length).toBe(1);
    scene.test.clock.advance(leaseMs);
    await other.lookForDue();
    await expect.poll(() => received().length).toBe(2);
    const [both] = await scene.test.sql`select lease, leased_until from deliveries`;
    customer.release(500);
    await Promise.all([slow.idle(), other.idle()]);
    expect(both?.lease).toEqual(expect.any(String));
    const [delivery] = await customer.deliveries();
    const [row] = await scene.test.sql`select attempts from deliveries`;
    expect(row).toEqual({ attempts: 1 });
    expect(await customer.attempts(delivery?.id ?? 0)).toHaveLength(2);
    expect(await customer.webhook()).toMatchObject({ failures: 1 });
  });

  it('[DE6] a last attempt that fails after its lease was lost does not end the delivery', async () => {
    const [slow, other] = [scene.engine(), scene.engine()];
    customer.answer('nothing');
    await store(1);
    await scene.test.sql`update deliveries set attempts = 7`;
    await slow.lookForDue();
    await expect.poll(() => received().length).toBe(1);
    scene.test.clock.advance(leaseMs);
    await other.lookForDue();
    await expect.poll(() => received().length).toBe(2);
    customer.release(500, 1);
    await slow.idle();
    expect(await customer.deliveries()).toMatchObject([{ state: 'pending' }]);
    customer.release(200);
    await other.idle();
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it('[DE6] rows that another transaction has locked are skipped and do not delay the rest', async () => {
    const engine = scene.engine();
    await store(3);
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const holding = scene.test.sql.begin(async (tx) => {
      await tx`select from deliveries order by due_at, id limit 1 for update`;
      lock();
      await mayEnd;
    });
    await locked;
    await engine.lookForDue();
    await expect.poll(received).toHaveLength(2).finally(end);
    await holding;
    await engine.lookForDue();
    await engine.idle();
    expect(received()).toHaveLength(3);
  });

  it('[DE6] a lease is kept alive while the attempt goes on', async () => {
    const [patient, other] = [scene.engine({ pollMs: 60_000 }), scene.engine()];
    customer.answer('nothing');
    await store(1);
    await patient.lookForDue();
    await expect.poll(() => received().length).toBe(1);
    scene.test.clock.advance(leaseMs - 1_000);
    await patient.extend();
    scene.test.clock.advance(leaseMs - 1_000);
    await other.lookForDue();
    await other.idle();
    expect(received()).toHaveLength(1);
    customer.release(200);
    await patient.idle();
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it('[DE6] an engine whose own lease ran out does not send a second time beside itself', async () => {
    const engine = scene.engine();
    customer.answer('nothing');
    await store(1);
    await engine.lookForDue();
    await expect.poll(() => received().length).toBe(1);
    scene.test.clock.advance(leaseMs + 1);
    await engine.lookForDue();
    const leasedAfter = (ms: number) => scene.test.sql`
      select from deliveries where leased_until > to_timestamp(${ms}::bigint / 1000.0)`;
    await expect.poll(() => leasedAfter(scene.test.clock.now())).toHaveLength(1);
    // It can make the lease longer as soon as it knows of it.
    const end = scene.test.clock.now() + leaseMs;
    scene.test.clock.advance(1_000);
    await expect.poll(() => engine.extend().then(() => leasedAfter(end))).toHaveLength(1);
    customer.release(200);
    await engine.idle();
    expect(received()).toHaveLength(1);
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('each knows for how long it has had nothing to send', async () => {
    const [busy, quiet] = [scene.engine(), scene.engine()];
    customer.answer('nothing');
    await store(1);
    await busy.lookForDue();
    await expect.poll(() => received().length).toBe(1);
    scene.test.clock.advance(5_000);
    expect([busy.quietForMs, quiet.quietForMs]).toEqual([0, Number.POSITIVE_INFINITY]);
    customer.release(200);
    await busy.idle();
    expect(busy.quietForMs).toBeGreaterThanOrEqual(5_000);
    customer.answer(200);
    await store(1);
    await busy.lookForDue();
    await busy.idle();
    expect(busy.quietForMs).toBeLessThan(5_000);
  });

  it('[DE7] one that is stopped gives back what it could not finish, and another sends it at once', async () => {
    const [stopping, other] = [scene.engine(), scene.engine()];
    customer.answer('nothing');
    await store(2);
    await stopping.lookForDue();
    await expect.poll(() => received().length).toBe(2);
    await stopping[Symbol.asyncDispose]();
    expect(await scene.test.sql`select from deliveries where lease is not null`).toHaveLength(0);
    expect(await customer.webhook()).toMatchObject({ failures: 0 });
    customer.answer(200);
    await other.lookForDue();
    await other.idle();
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
});
