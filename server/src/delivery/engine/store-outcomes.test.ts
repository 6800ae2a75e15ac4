import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../live/testing/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { listAccountDeliveries } from '../log/account-deliveries.ts';
import { claim } from './claim.ts';
import { complete, type Outcome } from './store-outcomes.ts';

describe('storing outcomes', () => {
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

  /** Like another engine's claim with a lease of one minute. */
  const take = async () => {
    const { sql, clock, app } = scene.test;
    await app.webhookServices.outbox.enqueue(sql, customer.events(1));
    const now = clock.now();
    const [taken] = await claim(
      sql,
      new Map([[customer.webhookId, { slots: 1, fromMs: 0 }]]),
      randomUUID(),
      now,
      now + 60_000,
    );
    if (taken === undefined) throw new Error('nothing was claimed');
    return taken;
  };
  const success = (startedAtMs: number): Outcome['result'] => ({
    success: true,
    startedAtMs,
    durationMs: 7,
    status: 204,
    stage: null,
    problem: null,
    body: Buffer.from('thanks'),
    headers: 'webhook-id: evt_1\n',
  });

  it('[DE8] a success that is stored twice, as after a commit whose answer was lost, is one attempt', async () => {
    const { sql, clock } = scene.test;
    const { id, lease, webhookId } = await take();
    const outcome = { id, lease, webhookId, result: success(clock.now()), retryAtMs: null };
    await complete(sql, [outcome], clock.now());
    await complete(sql, [outcome], clock.now());
    const listed = [{ state: 'delivered', attempts: 1, lastStatus: 204 }];
    expect(await customer.deliveries()).toMatchObject(listed);
    expect(await listAccountDeliveries(sql, { accountId: customer.accountId, limit: 10 })).toMatchObject({
      items: listed,
    });
    expect(await customer.attempts(id)).toMatchObject([
      { status: 204, durationMs: 7, kind: 'scheduled', body: Buffer.from('thanks') },
    ]);
  });

  it.each([true, false])(
    '[DE25] keeps nothing of an attempt whose delivery is erased meanwhile (success: %s)',
    async (ok) => {
      const { sql, clock } = scene.test;
      const { id, lease, webhookId } = await take();
      const answer = success(clock.now());
      const result = ok ? answer : ({ ...answer, success: false, status: 500, stage: 'answer' } as const);
      const erasing = await sql.reserve();
      await erasing`begin`;
      await erasing`delete from deliveries where id = ${id}`;
      const completed = complete(sql, [{ id, lease, webhookId, result, retryAtMs: null }], clock.now());
      await until('it waits for the row', async () => {
        const waiting = await erasing`select from pg_locks where not granted`;
        return waiting.length > 0;
      });
      await erasing`commit`;
      erasing.release();
      await completed;
      expect(await sql`select from attempts where delivery_id = ${id}`).toHaveLength(0);
    },
  );

  it.each(['delivered', 'exhausted'] as const)(
    '[DE20] an attempt is in the log, even if its delivery is moved there (%s) while the attempt waits for it',
    async (state) => {
      const { sql, clock } = scene.test;
      const { id, lease, webhookId } = await take();
      const result = { ...success(clock.now()), success: false, status: 500, stage: 'answer' } as const;
      const moving = await sql.reserve();
      await moving`begin`;
      await moving`
        with gone as (delete from deliveries where id = ${id} returning *)
        insert into finished_deliveries (id, account_id, webhook_id, event_id, event_at, event_name, state, attempts,
          created_at, finished_at)
        select id, account_id, webhook_id, event_id, event_at, event_name, ${state}, 1, created_at, now() from gone`;
      const outcome = { id, lease, webhookId, result, retryAtMs: clock.now() + 5_000 };
      const completed = complete(sql, [outcome], clock.now());
      await until('it waits for the row', async () => {
        const waiting = await moving`select from pg_locks where not granted`;
        return waiting.length > 0;
      });
      await moving`commit`;
      moving.release();
      await completed;
      expect(await customer.attempts(id)).toMatchObject([{ status: 500, kind: 'scheduled' }]);
    },
  );

  it('[DE8] a failure that is stored twice counts once in the failed attempts of its hour, and a success does not', async () => {
    const { sql, clock } = scene.test;
    const failure = { ...success(clock.now()), success: false, status: 500, stage: 'answer' } as const;
    const { id, lease, webhookId } = await take();
    const outcome = { id, lease, webhookId, result: failure, retryAtMs: clock.now() + 5_000 };
    await complete(sql, [outcome], clock.now());
    await complete(sql, [outcome], clock.now());
    const failed = async () =>
      await sql`select failed_attempts, delivered, failed from webhook_hours where webhook_id = ${webhookId}`;
    expect(await failed()).toEqual([{ failed_attempts: 1, delivered: 0, failed: 0 }]);
    const next = await take();
    await complete(sql, [{ ...next, webhookId, result: success(clock.now()), retryAtMs: null }], clock.now());
    expect(await failed()).toEqual([{ failed_attempts: 1, delivered: 0, failed: 0 }]);
  });

  it('[DE8] a success of an engine that lost the lease stays in the log beside the lease holder’s', async () => {
    const { sql, clock } = scene.test;
    const { id, lease, webhookId } = await take();
    const late = {
      id,
      lease: randomUUID(),
      webhookId,
      result: success(clock.now() - 30_000),
      retryAtMs: null,
    };
    await complete(sql, [late], clock.now());
    expect(await customer.deliveries()).toMatchObject([{ state: 'pending' }]);
    await complete(
      sql,
      [{ id, lease, webhookId, result: success(clock.now()), retryAtMs: null }],
      clock.now(),
    );
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(await customer.attempts(id)).toHaveLength(2);
  });

  it('[DE8] waiting deliveries are deleted with their account', async () => {
    const { sql } = scene.test;
    await take();
    const other = await scene.customer();
    await scene.test.app.webhookServices.outbox.enqueue(sql, other.events(1));
    const left = async () => (await sql`select from deliveries`).length;
    expect(await left()).toBe(2);
    await sql`update avatars set webhook_id = null where account_id = ${customer.accountId}`;
    await sql`delete from accounts where id = ${customer.accountId}`;
    expect(await left()).toBe(1);
  });
});
