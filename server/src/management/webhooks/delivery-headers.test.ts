import type { DeliveryDetail } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

describe('the headers that a delivery shows', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
    customer = await scene.customer({ headers: { 'x-tenant': 'one-of-us' } });
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const show = async (): Promise<DeliveryDetail> => {
    const [newest] = await customer.deliveries();
    const url = `/v1/accounts/${customer.accountId}/deliveries/${newest?.id}`;
    const { status, body } = await scene.test.operate({ url });
    expect(status).toBe(200);
    return body as DeliveryDetail;
  };

  it('[DE21] are those of its attempts, not those of a request that would be sent now', async () => {
    customer.answer(500);
    await customer.emit(1);
    customer.answer(200);
    await scene.after(40_000);
    const sent = customer.receiver.requests.map(({ headers }) => ({
      'webhook-timestamp': headers['webhook-timestamp'],
      'webhook-signature': headers['webhook-signature'],
      'x-tenant': '[hidden]',
    }));
    expect(sent).toHaveLength(2);
    await customer.rotate(0);
    scene.test.clock.advance(60_000);
    const { headers, tries } = await show();
    expect(tries.map((attempt) => attempt.headers)).toMatchObject(sent);
    expect(headers).toEqual(tries[1]?.headers);
  });

  it('[DE21] are null for attempts of older versions, and empty before the first attempt', async () => {
    const { sql, app } = scene.test;
    await sql`update finished_deliveries set success_headers = null where webhook_id = ${customer.webhookId}`;
    await sql`update attempts set headers = null`;
    expect(await show()).toMatchObject({ headers: {}, tries: [{ headers: null }, { headers: null }] });
    await customer.pause();
    await app.webhookServices.outbox.write(customer.events(1));
    expect(await show()).toMatchObject({ headers: {}, tries: [] });
  });
});
