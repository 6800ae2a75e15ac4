import type { WebhookRequests } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

describe('the requests to a webhook, as a listener reads them', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer({
      headers: { authorization: 'Bearer very-secret', 'user-agent': 'Mine' },
    });
  });

  const ask = (query = '', accountId = customer.accountId) =>
    scene.test.operate({ url: `/v1/accounts/${accountId}/webhooks/${customer.webhookId}/requests${query}` });
  const read = async (after: number) => (await ask(`?after=${after}`)).body as WebhookRequests;
  const start = async (): Promise<number> => {
    const { cursor, requests } = (await ask()).body as WebhookRequests;
    expect(requests).toEqual([]);
    return cursor;
  };
  /** Follows the cursor until this many requests have arrived. */
  const follow = async (after: number, count: number): Promise<WebhookRequests> => {
    let cursor = after;
    const requests: WebhookRequests['requests'] = [];
    await expect
      .poll(async () => {
        const page = await read(cursor);
        cursor = page.cursor;
        requests.push(...page.requests);
        return requests.length;
      })
      .toBeGreaterThanOrEqual(count);
    return { requests, cursor };
  };
  const ids = ({ requests }: WebhookRequests) => requests.map(({ headers }) => headers['webhook-id']);

  it('are signed for now, start at a cursor, and leave out custom headers', async () => {
    await customer.emit(1);
    const cursor = await start();
    const [event] = await customer.emit(1);
    const page = await follow(cursor, 1);
    expect(page.requests).toEqual([
      {
        event: 'agent:error',
        body: event?.body,
        headers: {
          'user-agent': expect.stringMatching(/^Parley\/\d/),
          'content-type': 'application/json',
          'webhook-id': event?.id,
          'webhook-timestamp': expect.any(String),
          'webhook-signature': expect.stringMatching(/^v1,/),
        },
      },
    ]);
    expect((await read(page.cursor)).requests).toEqual([]);
  });

  it('[DE24] miss no delivery that commits after one with a higher id, and contain each once', async () => {
    const { sql, app } = scene.test;
    const { outbox } = app.webhookServices;
    const cursor = await start();
    const [early, late] = [customer.events(1), customer.events(1)];
    const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = sql.begin(async (tx) => {
      await outbox.enqueue(tx, late);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    await outbox.enqueue(sql, early);
    const between = await read(cursor);
    commit.resolve();
    await slow;
    const after = await follow(between.cursor, 2 - between.requests.length);
    expect([...ids(between), ...ids(after)]).toEqual([late[0]?.id, early[0]?.id]);
    expect((await read(after.cursor)).requests).toEqual([]);
  });

  it('[DE24] begin before a delivery whose transaction runs while the listener starts', async () => {
    const { sql, app } = scene.test;
    const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const events = customer.events(1);
    const slow = sql.begin(async (tx) => {
      await app.webhookServices.outbox.enqueue(tx, events);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    const refused = await ask();
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: { code: 'conflict', message: expect.stringContaining('Try again') } },
    ]);
    commit.resolve();
    await slow;
    await start();
  });

  it('[DE24] do not wait for a transaction that writes no events', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = scene.test.sql.begin(async (tx) => {
      await tx`update accounts set name = name where id = ${customer.accountId}`;
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const answer = await ask();
    end.resolve();
    await other;
    expect(answer.status).toBe(200);
  });

  it('continue page by page', async () => {
    const cursor = await start();
    const events = customer.events(130);
    await scene.test.app.webhookServices.outbox.enqueue(scene.test.sql, events);
    const found = await follow(cursor, 130);
    expect(new Set(ids(found))).toEqual(new Set(events.map(({ id }) => id)));
    expect(found.requests).toHaveLength(130);
  });

  it.each(['?after=x', '?after=-1', '?after=1&after=2'])('%s is refused', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } });
  });

  it('[DE23] do not show those of another account', async () => {
    const other = await scene.customer();
    expect((await ask('', other.accountId)).status).toBe(404);
  });
});
