import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Sql } from '../../db/index.ts';
import { readFeed, startCursor } from '../../events/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { listAccountDeliveries } from '../log/account-deliveries.ts';
import { readRange } from '../log/deliveries-after.ts';
import { readDelivery } from '../log/delivery-log.ts';
import { claim, findDue } from './claim.ts';

const crowd = 20_000;

describe('with many waiting and finished deliveries', () => {
  let scene: WebhookScene;
  let customer: Customer;
  let single: Customer;
  let sql: Sql;
  let plans = '';
  beforeAll(async () => {
    scene = await webhookScene();
    [customer, single] = [await scene.customer(), await scene.customer()];
    const { app, databaseUrl, sql: direct } = scene.test;
    await app.webhookServices.outbox.write([...customer.events(1), ...single.events(1)]);
    await app.webhookServices.engine.idle();
    await app.webhookServices.outbox.enqueue(direct, [...customer.events(1), ...single.events(1)]);
    await direct`insert into events (id, created_at, account_id, name, body)
      select id || i, created_at, account_id, name, body from events, generate_series(1, ${crowd}) i
      where account_id = ${customer.accountId}`;
    await direct`insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, due_at)
      select account_id, webhook_id, event_id || i, event_at, event_name, due_at + interval '1 s' * i
      from deliveries, generate_series(1, ${crowd}) i where webhook_id = ${customer.webhookId}`;
    await direct`insert into finished_deliveries
      select id + i, account_id, webhook_id, event_id, event_at, event_name, session_id, sequence,
        case when i % 100 = 0 then 'exhausted' else 'delivered' end, attempts, created_at, finished_at
      from finished_deliveries, generate_series(100000, ${crowd + 100_000}) i where webhook_id = ${customer.webhookId}`;
    await direct`insert into attempts (delivery_id, at, kind, duration_ms, status)
      select id, finished_at, 'scheduled', 5, 500 from finished_deliveries where id >= 100000`;
    await direct`analyze`;
    const onnotice = ({ message }: { message?: string }) => {
      plans += `${message}\n`;
    };
    sql = connect({ url: databaseUrl, max: 1, onnotice });
    // As in a service, and not as in other tests.
    await sql`set plan_cache_mode = auto`;
    await sql`load 'auto_explain'`;
    await sql`set auto_explain.log_min_duration = 0`;
    await sql`set auto_explain.log_analyze = on`;
    await sql`set client_min_messages = log`;
  });
  afterAll(async () => {
    await sql.end();
    await scene[Symbol.asyncDispose]();
  });

  /** Rows that any part of the plan read and threw away, or sorted. The plan of a prepared statement counts too. */
  const mostRows = async (work: () => PromiseLike<unknown>): Promise<number> => {
    plans = '';
    for (let i = 0; i < 7; i++) await work();
    expect(plans).toContain('Query Text');
    const touched = [...plans.matchAll(/actual time=\S+ rows=([\d.]+)|Rows Removed by Filter: (\d+)/g)];
    expect(touched.length).toBeGreaterThan(0);
    return Math.max(...touched.map(([, rows, removed]) => Number(rows ?? removed)));
  };
  const now = () => scene.test.clock.now() + 60_000;
  const one = (webhookId: string) => new Map([[webhookId, { slots: 32, fromMs: 0 }]]);
  const log = ({ accountId }: Customer) => ({ accountId, limit: 50 });

  it.each<[string, () => PromiseLike<unknown>]>([
    ['looking for what is due', () => findDue(sql, now())],
    ['claiming of the crowd', () => claim(sql, one(customer.webhookId), randomUUID(), now(), now())],
    ['claiming of the single one', () => claim(sql, one(single.webhookId), randomUUID(), now(), now())],
    ['listing the crowd', () => listAccountDeliveries(sql, log(customer))],
    ['listing the single one', () => listAccountDeliveries(sql, log(single))],
    ['listing what waits', () => listAccountDeliveries(sql, { ...log(customer), state: 'pending' })],
    ['listing what is exhausted', () => listAccountDeliveries(sql, { ...log(customer), state: 'exhausted' })],
    [
      'listing what was discarded, which is nothing',
      () => listAccountDeliveries(sql, { ...log(customer), state: 'discarded' }),
    ],
    ['showing one', () => readDelivery(sql, customer.accountId, 100_500)],
    [
      'listening',
      () => readRange(sql, customer.webhookId, { after: 119_000, upTo: Number.MAX_SAFE_INTEGER }, 100),
    ],
    [
      'a page of the feed',
      () =>
        readFeed(sql, {
          accountId: customer.accountId,
          avatarIds: null,
          after: startCursor,
          limit: 100,
          nowMs: now(),
        }),
    ],
  ])('[DE31] %s reads a few rows and not all', async (_what, work) => {
    expect(await mostRows(work)).toBeLessThan(1_500);
  });

  it('the moment of a row is calculated in place, without a call for each row', async () => {
    const plan = await sql<{ 'QUERY PLAN': string }[]>`explain (verbose) select ms(created_at) from events`;
    expect(JSON.stringify(plan)).toContain('EXTRACT(epoch');
  });

  it('and the check would notice a plan that reads all rows', async () => {
    const all = () => sql`select count(*) from deliveries where event_name = 'agent:error'`;
    expect(await mostRows(all)).toBeGreaterThan(1_500);
  });
});
