import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '../../db/index.ts';
import { enqueueAll } from '../../events/index.ts';
import { testPartner } from '../../webhooks/testing/test-partner.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { claim, extendLeases, findDue, type LeasedDelivery } from './claim.ts';
import { openQueueConnections } from './queue-connections.ts';
import { complete, type Outcome } from './store-outcomes.ts';

/** For each of ten webhooks. */
const crowd = 2_000;
const batchSize = 100;
/** Far below the number of rows, and above what a batch touches. */
const manyRows = 250;

describe.each(['empty', 'full'])('a full queue that the planner takes for %s', (belief) => {
  let scene: WebhookScene;
  let customer: Customer;
  let sql: Sql;
  let plans = '';
  beforeAll(async () => {
    scene = await webhookScene();
    customer = await scene.customer();
    const others = await Promise.all(Array.from({ length: 9 }, () => scene.customer()));
    const { app, databaseUrl, sql: direct } = scene.test;
    await direct`alter table deliveries set (autovacuum_enabled = off)`;
    const fill = async () => {
      const events = [customer, ...others].flatMap((one) => one.events(1));
      await app.webhookServices.outbox.enqueue(direct, events);
      await direct`insert into events (id, created_at, account_id, name, body)
        select id || i, created_at, account_id, name, body from events, generate_series(1, ${crowd}) i`;
      await direct`insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, due_at)
        select account_id, webhook_id, event_id || i, event_at, event_name, due_at + interval '1 ms' * i
        from deliveries, generate_series(1, ${crowd}) i`;
    };
    await fill();
    await direct`delete from deliveries`;
    await direct`delete from events`;
    await direct`vacuum analyze deliveries`;
    await fill();
    if (belief === 'full') await direct`analyze deliveries`;
    sql = openQueueConnections(databaseUrl, {
      max: 1,
      onnotice: ({ message }) => {
        plans += `${message}\n`;
      },
    });
    await sql`load 'auto_explain'`;
    await sql`set auto_explain.log_min_duration = 0`;
    await sql`set auto_explain.log_analyze = on`;
    await sql`set client_min_messages = log`;
  });
  afterAll(async () => {
    await sql.end();
    await scene[Symbol.asyncDispose]();
  });

  const now = () => scene.test.clock.now() + 60_000;
  const claimSome = () =>
    claim(
      sql,
      new Map([[customer.webhookId, { slots: batchSize, fromMs: 0 }]]),
      randomUUID(),
      now(),
      now() + 60_000,
    );
  const delivered = (leased: LeasedDelivery): Outcome => ({
    ...leased,
    webhookId: customer.webhookId,
    retryAtMs: null,
    result: {
      success: true,
      startedAtMs: now(),
      durationMs: 1,
      status: 204,
      stage: null,
      problem: null,
      body: null,
      headers: '',
    },
  });

  /** The most rows that any part of a plan read, sorted or threw away. */
  const mostRows = async (work: () => PromiseLike<unknown>): Promise<number> => {
    plans = '';
    await work();
    expect(plans).toContain('Query Text');
    expect(plans).not.toContain('deliveries_listed');
    const parts = [
      ...plans.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)|Rows Removed by (?:Join )?Filter: (\d+)/g),
    ];
    return Math.max(
      ...parts.map(([, rows, loops, removed]) =>
        removed === undefined ? Number(rows) * Number(loops) : Number(removed),
      ),
    );
  };

  it('is filled by looking up one webhook for each event', async () => {
    const { sql: direct } = scene.test;
    const events = customer.events(batchSize);
    expect(await mostRows(() => enqueueAll(sql, events)), plans).toBeLessThan(manyRows);
    expect(plans).not.toMatch(/webhooks_of_partner.*actual time/);
    const ids = events.map(({ id }) => id);
    const [row] = await direct<{ count: number }[]>`
      select count(*)::integer as count from deliveries where event_id = any(${ids})`;
    expect(row?.count).toBe(batchSize);
  });

  it('[PA1] is filled by looking up the grants of the account, and not those of all others', async () => {
    const { app, sql: direct } = scene.test;
    await using partner = await testPartner(app);
    await direct`insert into accounts (id, name) select 'acc_crowd' || i, 'Crowd' from generate_series(1, ${crowd}) i`;
    await direct`insert into grants (id, partner_id, account_id, scopes, granted_by)
      select 'grt_crowd' || i, ${partner.id}, 'acc_crowd' || i, '{}', 'Crowd' from generate_series(1, ${crowd}) i`;
    expect(await mostRows(() => enqueueAll(sql, customer.events(batchSize))), plans).toBeLessThan(manyRows);
    await partner.allowedBy(customer);
    const enqueued = async () => {
      expect(await enqueueAll(sql, customer.events(batchSize))).toHaveLength(2 * batchSize);
    };
    expect(await mostRows(enqueued), plans).toBeLessThan(manyRows);
    await direct`delete from deliveries where webhook_id = ${partner.webhookId}`;
    await direct`delete from accounts where id like 'acc_crowd%'`;
    await direct`delete from grants`;
  });

  it('[DE31] is searched, claimed, extended and completed by reading a few rows', async () => {
    expect(await mostRows(() => findDue(sql, now()))).toBeLessThan(manyRows);
    for (let round = 0; round < 7; round++) {
      let claimed: readonly LeasedDelivery[] = [];
      const claiming = async () => {
        claimed = await claimSome();
      };
      expect(await mostRows(claiming), plans).toBeLessThan(manyRows);
      expect(plans).not.toContain('webhooks_of_partner');
      expect(claimed).toHaveLength(batchSize);
      expect(await mostRows(() => extendLeases(sql, claimed, now() + 90_000)), plans).toBeLessThan(manyRows);
      const completing = () => complete(sql, claimed.map(delivered), now());
      expect(await mostRows(completing), plans).toBeLessThan(manyRows);
    }
  });
});
