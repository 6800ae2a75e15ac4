import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../db/index.ts';
import { readBody } from '../../events/index.ts';
import { createLog } from '../../kernel/index.ts';
import { replay } from '../../webhooks/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { maintainPartitions } from './delivery-retention.ts';

const day = 24 * 3_600_000;
const tables = ['events', 'finished_deliveries', 'attempts'];

describe('retention', () => {
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

  const complaints: { err: { code?: string } }[] = [];
  const log = createLog('warn', { write: (line) => complaints.push(JSON.parse(line)) });
  const keep = () => maintainPartitions({ ...scene.test, log });
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
  const partitions = async (table: string): Promise<string[]> => {
    const rows = await scene.test.sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`;
    return rows.map(({ name }) => name);
  };
  const rowsIn = async (table: string): Promise<number> => {
    const [row] = await scene.test.sql.unsafe(`select count(*)::int as n from ${table}`);
    return row?.n;
  };
  /** A successful attempt is kept with its delivery; a replay fills the third table, too. */
  const emitAndReplay = async (count: number) => {
    const { app, sql, clock } = scene.test;
    await customer.emit(count);
    for (const { id } of await customer.deliveries()) {
      await replay(
        {
          sql,
          clock,
          outbound: app.webhookServices.outbound,
          webhook: app.webhookServices.webhooks.withSecrets,
        },
        customer.accountId,
        id,
      );
    }
  };
  const pass = async (days: number) => {
    scene.test.clock.advance(days * day);
    await keep();
  };

  it('[DE22] partitions for today and the three days to come are there before the first row', async () => {
    const now = scene.test.clock.now();
    for (const table of tables) {
      expect(await partitions(table)).toEqual(
        expect.arrayContaining([0, 1, 2, 3].map((ahead) => `${table}_${dayOf(now + ahead * day)}`)),
      );
    }
    await emitAndReplay(1);
    for (const table of tables) {
      expect(await rowsIn(`${table}_${dayOf(now)}`)).toBe(1);
      expect(await rowsIn(`${table}_other`)).toBe(0);
    }
  });

  it('[DE22] several processes at the same moment do it once, and none fails', async () => {
    complaints.length = 0;
    scene.test.clock.advance(40 * day);
    await Promise.all([keep(), keep(), keep()]);
    expect(complaints).toEqual([]);
    const now = scene.test.clock.now();
    for (const table of tables) expect(await partitions(table)).toContain(`${table}_${dayOf(now)}`);
  });

  it('[DE22] a partition is ready at midnight, to the millisecond and in UTC', async () => {
    const { clock, sql } = scene.test;
    const midnight = Math.ceil((clock.now() + 1) / day) * day;
    await sql`set time zone 'Pacific/Auckland'`;
    clock.advance(midnight - clock.now() - 1);
    const [last] = await customer.emit(1);
    clock.advance(1);
    const [first] = await customer.emit(1);
    const at = async (id?: string) => {
      const [row] = await sql`select tableoid::regclass::text as name from events where id = ${id ?? ''}`;
      return row?.name;
    };
    expect(await at(last?.id)).toBe(`events_${dayOf(midnight - 1)}`);
    expect(await at(first?.id)).toBe(`events_${dayOf(midnight)}`);
    await keep();
    expect(await partitions('events')).toContain(`events_${dayOf(midnight + 3 * day)}`);
  });

  it('[DE22] a finished delivery is in the log for 30 days and gone after 31, with its attempts and its event', async () => {
    const [event] = await customer.emit(1);
    const [delivery] = await customer.deliveries();
    await pass(30);
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 200 }]);
    expect(await customer.attempts(delivery?.id ?? 0)).toHaveLength(1);
    expect(delivery && (await readBody(scene.test.sql, delivery))).toBe(event?.body);
    await pass(1);
    expect(await customer.deliveries()).toEqual([]);
    await pass(2);
    expect(await customer.attempts(delivery?.id ?? 0)).toEqual([]);
    expect(await scene.test.sql`select from events where id = ${event?.id ?? ''}`).toHaveLength(0);
  });

  it('[DE22] no row is deleted one by one: whole partitions are dropped, and those in use stay', async () => {
    const begun = scene.test.clock.now();
    for (let days = 0; days < 40; days += 4) await pass(4);
    const now = scene.test.clock.now();
    for (const table of tables) {
      const kept = await partitions(table);
      expect(kept).not.toContain(`${table}_${dayOf(begun)}`);
      expect(kept).toContain(`${table}_${dayOf(now - 28 * day)}`);
      expect(kept.length).toBeLessThanOrEqual(1 + 33 + 4);
    }
  });

  it('[DE22] a held delivery and its event and attempts outlive their partitions, and can be sent afterwards', async () => {
    const { sql } = scene.test;
    customer.answer(500);
    await customer.emit(20);
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({ state: 'held' });
    await pass(100);
    expect(await customer.deliveries()).toHaveLength(20);
    expect(await customer.attempts(delivery?.id ?? 0)).toHaveLength(1);
    expect(await rowsIn('events_other')).toBe(20);
    await sql`update webhooks set state = 'active', failures = 0 where id = ${customer.webhookId}`;
    customer.answer(200);
    await scene.deliver();
    const states = (await customer.deliveries()).map(({ state }) => state);
    expect(states).toEqual(Array(20).fill('delivered'));
    expect(new Set(customer.receiver.requests.map(({ body }) => body)).size).toBe(1);
    // Finished long after it began: its event stays for as long as it is in the log.
    await pass(29);
    expect(delivery && (await readBody(sql, delivery))).toContain('agent:error');
    await pass(5);
    expect(await customer.deliveries()).toEqual([]);
    expect(await rowsIn('events_other')).toBe(0);
    expect(await rowsIn('attempts_other')).toBe(0);
  });

  it('[DE22] a partition with many needed rows stays, without the other rows, and is dropped later', async () => {
    const { sql, app, clock } = scene.test;
    const place = `events_${dayOf(clock.now())}`;
    await sql`update webhooks set state = 'paused' where id = ${customer.webhookId}`;
    await app.webhookServices.outbox.enqueue(sql, customer.events(1_100));
    const other = await scene.customer();
    await other.emit(5);
    await pass(40);
    expect(await partitions('events')).toContain(place);
    expect(await rowsIn(place)).toBe(1_100);
    await sql`delete from deliveries where webhook_id = ${customer.webhookId} and id % 2 = 0`;
    await pass(1);
    expect(await partitions('events')).not.toContain(place);
    expect(await rowsIn('events_other')).toBe(550);
    await sql`delete from deliveries`;
    await pass(1);
    expect(await rowsIn('events_other')).toBe(0);
  });

  it('[DE22] rows for a day without a partition are in the catch-all, are delivered, and deleted with their delivery', async () => {
    const { clock, app, sql } = scene.test;
    const [event] = customer.events(1);
    if (event === undefined) throw new Error('no event');
    await sql.unsafe(`drop table if exists events_${dayOf(clock.now() - 20 * day)}`);
    await app.webhookServices.outbox.write([{ ...event, createdAtMs: clock.now() - 20 * day }]);
    await app.webhookServices.engine.idle();
    expect(customer.receiver.requests).toHaveLength(1);
    expect(await sql`select from events_other where id = ${event.id}`).toHaveLength(1);
    await pass(11);
    expect(await sql`select from events_other where id = ${event.id}`).toHaveLength(1);
    await pass(21);
    expect(await sql`select from events_other where id = ${event.id}`).toHaveLength(0);
  });

  it('[DE22] a clock that jumped ahead leaves rows in the catch-all; they move when their day gets its partition', async () => {
    const { clock } = scene.test;
    clock.advance(10 * day);
    await emitAndReplay(3);
    expect(await rowsIn('events_other')).toBe(3);
    await keep();
    for (const table of tables) {
      expect(await rowsIn(`${table}_other`)).toBe(0);
      expect(await rowsIn(`${table}_${dayOf(clock.now())}`)).toBe(3);
    }
    expect(await customer.deliveries()).toHaveLength(3);
  });

  it('[DE22] neither the service nor its events wait for a table lock, such as a backup’s', async () => {
    const { sql, databaseUrl, clock } = scene.test;
    const backup = connect({ url: databaseUrl, max: 1 });
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: began } = Promise.withResolvers<void>();
    const dumping = backup.begin(async (tx) => {
      await tx`lock table events, finished_deliveries, attempts in access share mode`;
      began();
      await mayEnd;
    });
    await begun;
    clock.advance(40 * day);
    const keeping = keep();
    await customer.emit(2);
    await keeping;
    end();
    await dumping;
    await backup.end();
    expect(customer.receiver.requests).toHaveLength(2);
    await keep();
    expect(await partitions('events')).toContain(`events_${dayOf(clock.now())}`);
    expect(await sql`select from events where account_id = ${customer.accountId}`).toHaveLength(2);
  });

  it('[WH22] an event written at the moment when its webhook was deleted does not wait for ever', async () => {
    const { sql, app } = scene.test;
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
    const slow = sql.begin(async (tx) => {
      await app.webhookServices.outbox.enqueue(tx, customer.events(1));
      wrote();
      await mayCommit;
    });
    await written;
    expect(await customer.remove({ discard: false })).toEqual({ discarded: 0 });
    commit();
    await slow;
    await keep();
    expect(await customer.deliveries()).toMatchObject([{ state: 'discarded' }]);
  });

  it('logged no errors except for the backup’s locks', () => {
    expect(new Set(complaints.map(({ err }) => err.code))).toEqual(new Set(['55P03']));
  });
});
