import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../db/index.ts';
import { outsideTransaction } from '../../kernel/index.ts';
import { startDatabaseProxy } from '../../testing/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { maxInFlight } from './engine.ts';

describe('faults', () => {
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
  /** An engine whose database connection can be broken. */
  const fragile = async (undo: AsyncDisposableStack, pollMs?: number) => {
    const proxy = undo.use(await startDatabaseProxy(scene.test.databaseUrl));
    const sql = connect({ url: proxy.url, max: 3 });
    undo.defer(() => sql.end({ timeout: 1 }));
    return { proxy, engine: undo.use(scene.engine({ sql, ...(pollMs === undefined ? {} : { pollMs }) })) };
  };

  it('[DE7] outcomes of a database outage are stored when it is over, and nothing is sent again', async () => {
    await using undo = new AsyncDisposableStack();
    const { proxy, engine } = await fragile(undo);
    customer.answer('nothing');
    await store(5);
    await engine.lookForDue();
    await expect.poll(() => customer.receiver.requests.length).toBe(5);
    proxy.cut();
    customer.release(200);
    await expect.poll(() => proxy.refused).toBeGreaterThan(2);
    proxy.mend();
    await engine.idle();
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
    expect(customer.receiver.requests).toHaveLength(5);
  });

  it('[DE7] an engine finds its work again by itself after a database outage', async () => {
    await using undo = new AsyncDisposableStack();
    const { proxy, engine } = await fragile(undo, 20);
    proxy.cut();
    await store(5);
    engine.wake({ webhookId: customer.webhookId, ownerId: customer.accountId });
    await expect.poll(() => proxy.refused).toBeGreaterThan(2);
    expect(customer.receiver.requests).toHaveLength(0);
    proxy.mend();
    await expect.poll(() => customer.receiver.requests.length).toBe(5);
    await engine.idle();
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
  });

  it('[DE6] a commit whose answer is lost counts once, in the delivery, the webhook and the log', async () => {
    await using undo = new AsyncDisposableStack();
    const { proxy, engine } = await fragile(undo);
    customer.answer('nothing');
    await store(1);
    await engine.lookForDue();
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    proxy.loseNextCommit();
    customer.release(500);
    await engine.idle();
    expect(await customer.webhook()).toMatchObject({ failures: 1 });
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(await scene.test.sql`select attempts, lease from deliveries`).toEqual([
      { attempts: 1, lease: null },
    ]);
    expect(await customer.attempts(delivery?.id ?? 0)).toHaveLength(1);
  });

  it('[DE7] an engine can be stopped during a database outage, and what it sent is sent once more', async () => {
    const undo = new AsyncDisposableStack();
    const { proxy, engine } = await fragile(undo);
    customer.answer('nothing');
    await store(30);
    await engine.lookForDue();
    await expect.poll(() => customer.receiver.requests.length).toBe(30);
    proxy.cut();
    customer.release(200);
    await engine[Symbol.asyncDispose]();
    await undo.disposeAsync();
    customer.answer(200);
    await scene.after(20_000);
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(30).fill('delivered'));
    expect(new Set(customer.receiver.requests.map(({ headers }) => headers['webhook-id']))).toHaveLength(30);
  });

  it('[DE7] while outcomes cannot be stored, a limited number is sent, and everything recovers afterwards', async () => {
    await using undo = new AsyncDisposableStack();
    const { engine } = await fragile(undo);
    customer.answer(200);
    const events = 1_700;
    await store(events);
    const sent = () => customer.receiver.requests.length;
    await scene.test.sql.begin(async (tx) => {
      await tx`lock table finished_deliveries in exclusive mode`;
      await outsideTransaction(() => engine.lookForDue());
      await expect.poll(sent).toBeGreaterThanOrEqual(maxInFlight);
      for (let before = -1; before < sent(); ) {
        before = sent();
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      expect(sent()).toBeLessThanOrEqual(3 * maxInFlight);
    });
    await engine.idle();
    expect(sent()).toBe(events);
    expect(await scene.test.sql`select 1 from deliveries`).toHaveLength(0);
  });

  it('[DE30] successes that cannot be stored free their slots once, so a receiver never gets more than its own', async () => {
    const { sql } = scene.test;
    const leased = async () => (await sql`select from deliveries where lease is not null`).length;
    await using engine = scene.engine();
    await sql`
      create function refuse_outcome() returns trigger language plpgsql as $$
        begin raise exception 'no outcome can be stored'; end $$`;
    await sql`create trigger refuse_outcome before insert on finished_deliveries
      for each row execute function refuse_outcome()`;
    try {
      await store(20);
      await engine.lookForDue();
      await engine.idle();
    } finally {
      await sql`drop function refuse_outcome cascade`;
    }
    expect(customer.receiver.requests).toHaveLength(20);
    expect(await leased()).toBe(20);
    customer.answer('nothing');
    await store(80);
    await engine.lookForDue();
    await expect.poll(leased).toBeGreaterThan(20);
    expect(await leased()).toBe(20 + 32);
    customer.release(200);
  });

  it('[DE8] a row whose event is missing fails like any other, is exhausted in the end, and blocks nothing', async () => {
    await store(3);
    const [lost] = await scene.test.sql`select event_id from deliveries order by id limit 1`;
    await scene.test.sql`delete from events where id = ${lost?.event_id}`;
    await scene.deliver();
    expect(customer.receiver.requests).toHaveLength(2);
    const broken = (await customer.deliveries()).find(({ state }) => state === 'pending');
    expect(broken).toMatchObject({ eventId: lost?.event_id, attempts: 1 });
    expect(await customer.attempts(broken?.id ?? 0)).toMatchObject([
      { stage: 'internal', problem: 'The event of this delivery is missing.', status: null },
    ]);
    for (let attempt = 2; attempt <= 8; attempt++) await scene.after(27 * 3_600_000);
    expect((await customer.deliveries()).find(({ id }) => id === broken?.id)).toMatchObject({
      state: 'exhausted',
      attempts: 8,
    });
  });

  it('[DE8] only the webhook whose secret cannot be opened fails; others are sent as usual', async () => {
    const other = await scene.customer();
    await scene.test
      .sql`update webhooks set secret_sealed = 's1.00000000.AAAA' where id = ${customer.webhookId}`;
    await store(2);
    await store(2, other);
    await scene.deliver();
    expect(other.receiver.requests).toHaveLength(2);
    expect(customer.receiver.requests).toHaveLength(0);
    const deliveries = await customer.deliveries();
    expect(deliveries.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['pending', 1],
      ['pending', 1],
    ]);
    expect(await customer.attempts(deliveries[0]?.id ?? 0)).toMatchObject([{ stage: 'internal' }]);
  });

  it('[DE8] an answer that cannot be stored does not keep its batch from being stored, nor its delivery from ending', async () => {
    const { sql } = scene.test;
    await sql`alter table finished_deliveries add constraint no_poison
      check (success_body is null or position('poison'::bytea in success_body) = 0)`;
    try {
      const other = await scene.customer();
      customer.answer(200, 'poison');
      await store(3);
      await store(3, other);
      await scene.deliver();
      expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
      expect((await other.deliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
      const [first] = await customer.deliveries();
      expect(await customer.attempts(first?.id ?? 0)).toMatchObject([{ status: 200, body: null }]);
    } finally {
      await sql`alter table finished_deliveries drop constraint no_poison`;
    }
  });

  it('[DE32] events too long to be held in memory together are sent one after another, in the same bytes', async () => {
    const other = await scene.customer();
    const long = customer.events(5, 'ü'.repeat(100_000));
    await scene.test.app.webhookServices.outbox.enqueue(scene.test.sql, long);
    await store(20, other);
    customer.answer('nothing');
    const engine = scene.engine({ longBytes: 300_000 });
    await engine.lookForDue();
    await expect.poll(() => other.receiver.requests.length).toBe(20);
    for (let received = 1; received <= 5; received++) {
      await expect.poll(() => customer.receiver.requests.length).toBe(received);
      await scene.test.sql`select 1`;
      expect(customer.receiver.requests).toHaveLength(received);
      customer.release(200);
    }
    await engine.idle();
    expect((await customer.deliveries()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
    expect(customer.receiver.requests.map(({ body }) => Buffer.byteLength(body))).toEqual(
      long.map(({ body }) => Buffer.byteLength(body)),
    );
  });

  it('[DE8] only an old webhook without an address fails', async () => {
    await scene.test.sql`update webhooks set url = '' where id = ${customer.webhookId}`;
    await customer.emit(1);
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(await customer.attempts(delivery?.id ?? 0)).toMatchObject([{ stage: 'address' }]);
  });
});
