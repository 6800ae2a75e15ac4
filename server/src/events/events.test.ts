import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSession, testChange } from '../testing/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../webhooks/testing/webhook-scene.ts';

describe('an event', () => {
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

  it('[EV1] is stored with the transaction that makes it true, and not without it', async () => {
    const { sql } = scene.test;
    const [kept] = customer.events(1);
    const [lost] = customer.events(1);
    if (kept === undefined || lost === undefined) throw new Error('no events');
    await sql.begin(async (tx) => await hooks().outbox.enqueue(tx, [kept]));
    const failing = sql.begin(async (tx) => {
      await hooks().outbox.enqueue(tx, [lost]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await scene.deliver();
    expect(customer.receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([kept.id]);
    expect(await sql`select from events where id = ${lost.id}`).toHaveLength(0);
  });

  it('[EV1] goes only to the webhook of its avatar, and to none if there is none', async () => {
    const { app, sql } = scene.test;
    const other = await scene.customer();
    const bare = await testChange(sql, (change) =>
      app.avatars.create(change, customer.accountId, { name: 'Bare' }),
    );
    await customer.emit(2);
    await hooks().outbox.write(customer.events(1).map((event) => ({ ...event, avatarId: bare.id })));
    await hooks().outbox.write(customer.events(1).map((event) => ({ ...event, avatarId: null })));
    await hooks().engine.idle();
    expect(customer.receiver.requests).toHaveLength(2);
    expect(other.receiver.requests).toHaveLength(0);
    expect(await sql`select from events where account_id = ${customer.accountId}`).toHaveLength(4);
  });

  it('[EV1] pending deliveries stay with the old webhook when the avatar gets another', async () => {
    const { app } = scene.test;
    const second = await scene.customer();
    const input = { name: 'Second', url: second.receiver.url };
    const { webhook } = await scene.change((change) =>
      hooks().webhooks.create(change, customer.accountId, input),
    );
    customer.answer(500);
    const [old] = await customer.emit(1);
    await testChange(app.sql, (change) =>
      app.avatars.update(
        change,
        { accountId: customer.accountId, id: customer.avatarId },
        { webhookId: webhook.id },
      ),
    );
    const [fresh] = await customer.emit(1);
    customer.answer(200);
    await scene.after(40_000);
    const idsAt = ({ receiver }: Customer) => receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(idsAt(customer)).toEqual([old?.id, old?.id]);
    expect(idsAt(second)).toEqual([fresh?.id]);
  });

  it('[EV1] written twice is one event and one delivery', async () => {
    const events = customer.events(3);
    await hooks().outbox.write(events);
    await hooks().outbox.write(events);
    await hooks().engine.idle();
    expect(customer.receiver.requests).toHaveLength(3);
    expect(await customer.deliveries()).toHaveLength(3);
  });

  it('[EV3] [EV4] is sent in the same bytes under the same id in every attempt and replay', async () => {
    customer.answer(500);
    const [event] = await customer.emit(1, 'ümläut "quoted" \u2028');
    await scene.after(40_000);
    await scene.after(140_000);
    customer.answer(200);
    const { replay } = await import('../webhooks/index.ts');
    const [delivery] = await customer.deliveries();
    const { sql, clock } = scene.test;
    const { outbound, webhooks } = hooks();
    clock.advance(1);
    const deps = { sql, clock, outbound, webhook: webhooks.withSecrets };
    await replay(deps, customer.accountId, delivery?.id ?? 0);
    expect(customer.receiver.requests).toHaveLength(4);
    for (const { body, headers } of customer.receiver.requests) {
      expect(body).toBe(event?.body);
      expect(headers['webhook-id']).toBe(event?.id);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    }
    expect(event?.id).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('[EV5] carries its number in a header if it belongs to a session, and no number otherwise', async () => {
    const [one, two] = customer.events(2);
    if (one === undefined || two === undefined) throw new Error('no events');
    await addSession(scene.test.sql, 'ses_a', customer.avatarId);
    await hooks().outbox.write([{ ...one, sessionId: 'ses_a', sequence: 41 }, two]);
    await hooks().engine.idle();
    const byId = new Map(
      customer.receiver.requests.map(({ headers }) => [headers['webhook-id'], headers['parley-sequence']]),
    );
    expect(byId.get(one.id)).toBe('41');
    expect(byId.get(two.id)).toBeUndefined();
  });

  it('[DE7] is sent after a restart, even if nothing had woken the engine', async () => {
    await hooks().outbox.enqueue(scene.test.sql, customer.events(3));
    expect(customer.receiver.requests).toHaveLength(0);
    await scene.deliver();
    expect(customer.receiver.requests).toHaveLength(3);
  });
});
