import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { maxAttempts, nextDelayMs } from './retry-schedule.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** The schedule in the contract. */
const delays = [30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];

it('[DE1] each delay lies between its length and a tenth more, for any random number', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), chance, (attempts, random) => {
      const base = delays[attempts - 1] ?? 0;
      const delay = nextDelayMs(attempts, () => random) ?? 0;
      expect(Number.isInteger(delay)).toBe(true);
      expect(delay).toBeGreaterThanOrEqual(base);
      expect(delay).toBeLessThanOrEqual(base * 1.1);
    }),
  );
  expect(delays.map((_, index) => nextDelayMs(index + 1, () => 0))).toEqual(delays);
});

it('[DE5] nothing follows the eighth attempt', () => {
  expect(maxAttempts).toBe(8);
  expect(nextDelayMs(8, () => 0)).toBeNull();
});

describe('with a receiver that fails', () => {
  let scene: WebhookScene;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(() => scene.clear());

  it('[DE1] [DE5] eight attempts on the schedule, none too early, then exhausted', async () => {
    const customer = await scene.customer();
    const { clock, sql } = scene.test;
    customer.answer(503, 'out of order');
    await customer.emit(1);
    for (const base of delays) {
      const [delivery] = await customer.deliveries();
      const last = (await customer.attempts(delivery?.id ?? 0)).at(-1);
      const delay = (delivery?.dueAt ?? 0) - ((last?.at ?? 0) + (last?.durationMs ?? 0));
      expect(delay).toBeGreaterThanOrEqual(base);
      expect(delay).toBeLessThanOrEqual(base * 1.1);
      const sent = customer.receiver.requests.length;
      await scene.after((delivery?.dueAt ?? 0) - clock.now() - 1);
      expect(customer.receiver.requests).toHaveLength(sent);
      await scene.after(1);
      expect(customer.receiver.requests).toHaveLength(sent + 1);
    }
    expect(await customer.deliveries()).toMatchObject([{ state: 'exhausted', attempts: 8, lastStatus: 503 }]);
    expect(await sql`select from deliveries where webhook_id = ${customer.webhookId}`).toHaveLength(0);
    await scene.after(48 * hour);
    expect(customer.receiver.requests).toHaveLength(8);
  });

  it('[DE1] a delay counts from the end of the attempt, not from its beginning', async () => {
    const customer = await scene.customer();
    customer.answer('nothing');
    const events = customer.events(1);
    await scene.test.app.webhookServices.outbox.write(events);
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    const beganAt = scene.test.clock.now();
    scene.test.clock.advance(9_000);
    customer.release(500);
    await scene.test.app.webhookServices.engine.idle();
    const [delivery] = await customer.deliveries();
    const delay = (delivery?.dueAt ?? 0) - beganAt - 9_000;
    expect(delay).toBeGreaterThanOrEqual(30_000);
    expect(delay).toBeLessThanOrEqual(33_000);
  });

  it('[DE1] the first attempt is made at once, even for an event with tomorrow’s time', async () => {
    const customer = await scene.customer();
    const [event] = customer.events(1);
    if (event === undefined) throw new Error('no event');
    await scene.test.app.webhookServices.outbox.write([{ ...event, createdAtMs: Date.now() + 24 * hour }]);
    await scene.test.app.webhookServices.engine.idle();
    scene.test.clock.advance(Math.max(0, Date.now() - scene.test.clock.now()));
    await scene.deliver();
    expect(customer.receiver.requests).toHaveLength(1);
  });

  it('[DE1] a clock that is set back does not delay deliveries that were written before', async () => {
    const customer = await scene.customer();
    const { clock, app, sql } = scene.test;
    await app.webhookServices.outbox.enqueue(sql, customer.events(2));
    await sql`update deliveries set due_at = due_at + interval '1 hour'`;
    await scene.deliver();
    expect(customer.receiver.requests).toHaveLength(0);
    clock.advance(-2_000);
    await scene.deliver();
    expect(customer.receiver.requests).toHaveLength(2);
  });
});
