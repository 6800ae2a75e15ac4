import { afterAll, beforeAll, expect, it } from 'vitest';
import { type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const metrics = async (): Promise<Map<string, number>> => {
  const { text } = await scene.test.operate({ url: '/metrics' });
  const lines = text.split('\n').filter((line) => line.startsWith('parley_deliver'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
};

it('show the depth, the age of the oldest due delivery, held deliveries, outcomes and the time from event to 2xx', async () => {
  const [healthy, broken, gone] = await Promise.all([scene.customer(), scene.customer(), scene.customer()]);
  const { clock, app, sql } = scene.test;
  await app.webhookServices.outbox.enqueue(sql, healthy.events(3));
  clock.advance(2_000);
  const waiting = await metrics();
  expect(waiting.get('parley_deliveries_waiting')).toBe(3);
  expect(waiting.get('parley_delivery_oldest_due_seconds')).toBe(2);

  await scene.deliver();
  broken.answer(500);
  await broken.emit(20);
  await gone.receiver[Symbol.asyncDispose]();
  await gone.emit(1);
  clock.advance(10_000);
  const after = await metrics();
  expect(after.get('parley_deliveries_waiting')).toBe(1);
  expect(after.get('parley_delivery_oldest_due_seconds')).toBe(0);
  expect(after.get(`parley_deliveries_held{webhook="${broken.webhookId}"}`)).toBe(20);
  expect(after.get('parley_delivery_attempts_total{outcome="delivered"}')).toBe(3);
  expect(after.get('parley_delivery_attempts_total{outcome="refused"}')).toBe(20);
  expect(after.get('parley_delivery_attempts_total{outcome="connect"}')).toBe(1);
  expect(after.get('parley_delivery_latency_seconds_count')).toBe(3);
  expect(after.get('parley_delivery_latency_seconds_sum')).toBe(6);

  await sql`delete from deliveries`;
  clock.advance(4_999);
  expect((await metrics()).get('parley_deliveries_waiting')).toBe(1);
  clock.advance(1);
  expect((await metrics()).get('parley_deliveries_waiting')).toBe(0);
});

it('can be read while the deliveries cannot', async () => {
  const { sql, clock } = scene.test;
  await sql`alter table deliveries rename to deliveries_away`;
  try {
    clock.advance(60_000);
    const { status } = await scene.test.operate({ url: '/metrics' });
    expect(status).toBe(200);
  } finally {
    await sql`alter table deliveries_away rename to deliveries`;
  }
});
