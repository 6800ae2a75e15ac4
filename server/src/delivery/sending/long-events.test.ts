import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LongBody, readBody } from '../../events/index.ts';
import { replay } from '../../webhooks/index.ts';
import { type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

/** Two, three and four bytes in UTF-8, and letters that JSON escapes. */
const long = 'aé“\n"🙂'.repeat(400_000);

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

it('[EV3] [DE32] a long event is read piece by piece, and its bytes are signed, sent and replayed as they were made', async () => {
  const { sql, clock, app } = scene.test;
  const customer = await scene.customer();
  const [event] = await customer.emit(1, long);
  await scene.deliver();
  const [delivery] = await customer.deliveries();
  expect(delivery?.state).toBe('delivered');
  const body = delivery && (await readBody(sql, delivery));
  expect(body).toBeInstanceOf(LongBody);
  const { outbound, webhooks } = app.webhookServices;
  const deps = { sql, clock, outbound, webhook: webhooks.withSecrets };
  expect(await replay(deps, customer.accountId, delivery?.id ?? 0)).toMatchObject({ success: true });
  const requests = customer.receiver.requests;
  expect(requests).toHaveLength(2);
  for (const request of requests) {
    expect(request.body).toBe(event?.body);
    expect(request.headers['content-length']).toBe(String(Buffer.byteLength(event?.body ?? '')));
    const headers = request.headers as Record<string, string>;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${request.body}`;
    const key = Buffer.from(customer.secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }
});
