import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replay } from '../../webhooks/index.ts';
import { testPartner } from '../../webhooks/testing/test-partner.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { headersInRecord } from './attempt-headers.ts';

describe('the headers of an attempt', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer({
      headers: { authorization: 'Bearer very-secret', 'x-tenant': 'one-of-us' },
    });
  });

  const recorded = async () => {
    const [delivery] = await customer.deliveries();
    const attempts = await customer.attempts(delivery?.id ?? 0);
    return attempts.map(({ headers }) => headersInRecord(headers));
  };
  /** What the receiver got, as it should be in the record. */
  const received = (from = 0) =>
    customer.receiver.requests.slice(from).map(({ headers }) => ({
      'user-agent': headers['user-agent'],
      'content-type': headers['content-type'],
      'webhook-id': headers['webhook-id'],
      'webhook-timestamp': headers['webhook-timestamp'],
      'webhook-signature': headers['webhook-signature'],
      authorization: '[hidden]',
      'x-tenant': '[hidden]',
    }));
  const stored = async (): Promise<string> => {
    const { sql } = scene.test;
    const rows = [await sql`select * from attempts`, await sql`select * from finished_deliveries`];
    return JSON.stringify(rows);
  };

  it('[DE21] are those that were sent: each attempt has its own, whatever changes later', async () => {
    customer.answer(500);
    await customer.emit(1);
    await scene.after(40_000);
    await customer.rotate(60_000);
    customer.answer(200);
    await scene.after(180_000);
    const sent = received();
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((headers) => headers['webhook-signature']))).toHaveLength(3);
    expect(await recorded()).toEqual(sent);
    await customer.rotate(0);
    await customer.update({ headers: { 'x-other': 'new' } });
    expect(await recorded()).toEqual(sent);
  });

  it('[DE21] of replays and tests are recorded, too, and survive the webhook', async () => {
    const { sql, clock, app } = scene.test;
    const { outbound, webhooks } = app.webhookServices;
    await customer.emit(1);
    const [delivery] = await customer.deliveries();
    clock.advance(5_000);
    await replay(
      { sql, clock, outbound, webhook: webhooks.withSecrets },
      customer.accountId,
      delivery?.id ?? 0,
    );
    expect(await recorded()).toEqual(received());
    await customer.remove({ discard: true });
    expect(await recorded()).toEqual(received());
  });

  it('[DE21] are stored without the values of custom headers', async () => {
    customer.answer(500);
    await customer.emit(1);
    customer.answer(200);
    await customer.emit(1);
    expect(customer.receiver.requests[0]?.headers).toMatchObject({ authorization: 'Bearer very-secret' });
    const text = await stored();
    expect(text).toContain('x-tenant');
    expect(text).not.toContain('very-secret');
    expect(text).not.toContain('one-of-us');
  });

  it('[DE21] [PA6] are stored without the token of a partner', async () => {
    await using partner = await testPartner(scene.test.app);
    await partner.allowedBy(customer);
    await customer.emit(1);
    await scene.deliver();
    const [request] = partner.receiver.requests;
    const token = String(request?.headers.authorization).replace('Bearer ', '');
    expect(token.split('.')).toHaveLength(3);
    const text = await stored();
    expect(text).toContain('authorization: Bearer [hidden]');
    for (const part of token.split('.')) expect(text).not.toContain(part);
  });
});
