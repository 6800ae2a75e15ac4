import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../../testing/app/index.ts';
import { addSession, testChange } from '../../testing/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import type { StoredEvent } from '../event.ts';
import { parseCursor } from './feed-cursor.ts';

type Page = { events: { 'webhook-id': string; name: string }[]; cursor: string };

describe('the feed of events', () => {
  let scene: WebhookScene;
  let customer: Customer;
  let key: string;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer();
    const created = await makeKey(scene.test.app, customer.accountId, { permissions: ['read_events'] });
    // The clock stands still, so the limit does not refill: a reader that polls would soon be refused.
    const ref = { accountId: customer.accountId, id: created.id };
    await scene.change((change) => scene.test.app.keys.setLimits(change, ref, { burst: 100_000, rate: 50 }));
    key = created.key;
  });
  const ask = (query: string, withKey = key) =>
    scene.test.send({ url: `/events${query}`, headers: { 'x-api-key': withKey } });
  const read = async (after?: string, limit = 100, withKey = key): Promise<Page> => {
    const { status, body } = await ask(
      `?limit=${limit}${after === undefined ? '' : `&after=${after}`}`,
      withKey,
    );
    expect(status).toBe(200);
    return body as Page;
  };
  const ids = ({ events }: Page) => events.map((event) => event['webhook-id']);

  it('[EV10] lists an account’s events in the order in which they became true, page by page', async () => {
    const emitted = [...(await customer.emit(4)), ...(await customer.emit(3))].map(({ id }) => id);
    const whole = await read();
    expect(ids(whole).toSorted()).toEqual(emitted.toSorted());
    const first = await read(undefined, 5);
    const second = await read(first.cursor, 5);
    expect([...ids(first), ...ids(second)]).toEqual(ids(whole));
    const end = await read(second.cursor);
    expect(end).toEqual({ events: [], cursor: second.cursor });
    const [late] = await customer.emit(1);
    expect(ids(await read(end.cursor))).toEqual([late?.id]);
  });

  it('[EV10] lists events even without a webhook, each in the bytes that are sent', async () => {
    const { app } = scene.test;
    const bare = await testChange(app.sql, (change) =>
      app.avatars.create(change, customer.accountId, { name: 'Bare' }),
    );
    const [event] = customer.events(1, 'grüß dich');
    if (event === undefined) throw new Error('no event');
    await addSession(app.sql, 'ses_x', bare.id);
    await app.webhookServices.outbox.write([
      { ...event, avatarId: bare.id, sessionId: 'ses_x', sequence: 3 },
    ]);
    const { events } = await read();
    expect(events).toEqual([{ 'webhook-id': event.id, sequence: 3, ...JSON.parse(event.body) }]);
  });

  /** Writes an event in a transaction that stays open until `commit`. */
  const writeSlowly = async (event: StoredEvent) => {
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = scene.test.sql.begin(async (tx) => {
      await scene.test.app.webhookServices.outbox.enqueue(tx, [event]);
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    return async () => {
      mayCommit.resolve();
      await done;
    };
  };
  const oneEvent = (): StoredEvent => {
    const [event] = customer.events(1);
    if (event === undefined) throw new Error('no event');
    return event;
  };

  it('[EV10] never skips an event whose transaction began first and committed last', async () => {
    const { outbox } = scene.test.app.webhookServices;
    const [early, later, last] = [oneEvent(), oneEvent(), oneEvent()];
    const commit = await writeSlowly(early);
    await outbox.write([later]);
    const seen: string[] = [];
    let cursor: string | undefined;
    const follow = async () => {
      const page = await read(cursor);
      cursor = page.cursor;
      seen.push(...ids(page));
    };
    // Several reads, because the feed remembers how far nothing more can appear.
    for (const _ of [1, 2, 3]) await follow();
    expect(seen).toEqual([later.id]);
    await outbox.write([last]);
    for (const _ of [1, 2, 3]) await follow();
    await commit();
    for (const _ of [1, 2, 3]) await follow();
    expect(seen).toEqual([later.id, last.id, early.id]);
    expect(ids(await read())).toEqual(seen);
  });

  it('[EV12] shows events at once, however long another transaction is open', async () => {
    const { outbox } = scene.test.app.webhookServices;
    const other = await scene.customer();
    const [theirs] = other.events(1);
    if (theirs === undefined) throw new Error('no event');
    const commit = await writeSlowly(theirs);
    const event = oneEvent();
    await outbox.write([event]);
    const page = await read().finally(commit);
    expect(ids(page)).toEqual([event.id]);
  });

  it('[EV10] readers at the same instant see the same order', async () => {
    const { outbox } = scene.test.app.webhookServices;
    const orders: string[][] = [];
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 3 }, () => outbox.write(customer.events(3))));
      orders.push(...(await Promise.all(Array.from({ length: 6 }, () => read()))).map(ids));
    }
    const whole = ids(await read());
    expect(whole).toHaveLength(5 * 9);
    for (const order of orders) expect(order).toEqual(whole.slice(0, order.length));
    expect(new Set(whole)).toHaveLength(whole.length);
  });

  it('[EV10] never skips, whatever the order in which many transactions commit', async () => {
    const { sql, app } = scene.test;
    const seen: string[] = [];
    let cursor: string | undefined;
    const follow = async () => {
      const page = await read(cursor, 500);
      cursor = page.cursor;
      seen.push(...ids(page));
    };
    const emitted: string[] = [];
    const writer = async (turns: number) => {
      for (let i = 0; i < turns; i++) {
        await sql.begin(async (tx) => {
          const events = customer.events(3);
          await app.webhookServices.outbox.enqueue(tx, events);
          for (let pause = (i * 7) % 5; pause > 0; pause--) await tx`select 1`;
          emitted.push(...events.map(({ id }) => id));
        });
      }
    };
    let writing = true;
    const reader = (async () => {
      while (writing) await follow();
    })();
    await Promise.all(Array.from({ length: 6 }, () => writer(15)));
    writing = false;
    await reader;
    await follow();
    expect(seen).toHaveLength(6 * 15 * 3);
    expect(seen.toSorted()).toEqual(emitted.toSorted());
  });

  it('[DE32] [EV10] a page ends early if events are long, and the next one continues', async () => {
    const { app } = scene.test;
    const long = customer.events(3, 'x'.repeat(1_800_000));
    const [giant] = customer.events(1, 'x'.repeat(5_000_000));
    if (giant === undefined) throw new Error('no event');
    await app.webhookServices.outbox.write([...long, giant]);
    await app.webhookServices.engine.idle();
    const counts: number[] = [];
    const seen: string[] = [];
    const bodies: string[] = [];
    const bodyOf = ({ 'webhook-id': _, sequence: __, ...event }: Record<string, unknown>) =>
      JSON.stringify(event);
    for (let page = await read(); page.events.length > 0; page = await read(page.cursor)) {
      counts.push(page.events.length);
      seen.push(...ids(page));
      bodies.push(...page.events.map(bodyOf));
    }
    expect(counts).toEqual([2, 1, 1]);
    expect(bodies.toSorted()).toEqual([...long, giant].map(({ body }) => body).toSorted());
    expect(seen.toSorted()).toEqual([...long, giant].map(({ id }) => id).toSorted());
  });

  it('[EV10] holds 30 days', async () => {
    const { clock } = scene.test;
    const [old] = await customer.emit(1);
    clock.advance(30 * 24 * 3_600_000 - 1);
    expect(ids(await read())).toEqual([old?.id]);
    clock.advance(1);
    expect(ids(await read())).toEqual([]);
  });

  it('[DE23] shows nothing of another account, not even with its cursor', async () => {
    const other = await scene.customer();
    await other.emit(3);
    const { key: otherKey } = await makeKey(scene.test.app, other.accountId, {
      permissions: ['read_events'],
    });
    const { cursor } = await read(undefined, 1, otherKey);
    await customer.emit(2);
    await other.emit(2);
    const own = ids(await read());
    expect(own).toHaveLength(2);
    expect(own).toEqual(expect.arrayContaining(ids(await read(cursor))));
    expect(ids(await read(undefined, 100, otherKey))).toHaveLength(5);
  });

  it('[EV11] a key that lists avatars sees only the events of those avatars', async () => {
    const { app } = scene.test;
    const second = await testChange(app.sql, (change) =>
      app.avatars.create(change, customer.accountId, { name: 'Second' }),
    );
    const [mine] = await customer.emit(1);
    await app.webhookServices.outbox.write(
      customer.events(2).map((event) => ({ ...event, avatarId: second.id })),
    );
    await app.webhookServices.outbox.write(customer.events(1).map((event) => ({ ...event, avatarId: null })));
    const narrow = await makeKey(app, customer.accountId, {
      permissions: ['read_events'],
      avatarIds: [customer.avatarId],
    });
    expect(ids(await read(undefined, 100, narrow.key))).toEqual([mine?.id]);
    expect(ids(await read())).toHaveLength(4);
  });

  it('needs a key with the permission', async () => {
    const narrow = await makeKey(scene.test.app, customer.accountId, { permissions: ['read_avatars'] });
    expect(await ask('', narrow.key)).toMatchObject({ status: 403, body: { error: { code: 34 } } });
    expect(await ask('', 'nonsense')).toMatchObject({ status: 401, body: { error: { code: 16 } } });
    expect(await scene.test.send({ url: '/events' })).toMatchObject({
      status: 401,
      body: { error: { code: 16 } },
    });
  });

  it.each([
    'after=',
    'after=x',
    'after=1',
    'after=1-',
    'after=-1-1',
    'after=1-1&after=2-2',
    'after=9999999999999999999-1',
    'after=1-9999999999999999999',
    'after=1-1%20or%201=1',
    'limit=0',
    'limit=501',
    'limit=1.5',
    'limit=x',
    'limit=1&limit=2',
  ])('refuses ?%s', async (query) => {
    const answer = await ask(`?${query}`);
    const name = query.split('=')[0];
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 7, message: expect.stringContaining(String(name)) } },
    });
  });

  it('accepts every cursor that the database can have returned', () => {
    expect(parseCursor('999999999999999999-999999999999999999')).not.toBeNull();
  });
});
