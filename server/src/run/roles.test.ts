import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHub } from '../bus/index.ts';
import { hubLink } from '../bus/testing/hub-link.ts';
import { systemClock } from '../kernel/index.ts';
import type { Role } from '../settings/index.ts';
import { type TestApp, testApp } from '../testing/app/index.ts';
import { type TestDatabase, testDatabase } from '../testing/index.ts';
import { webhookScene } from '../webhooks/testing/webhook-scene.ts';

describe('processes with different roles', () => {
  const running = new AsyncDisposableStack();
  const hub = createHub(systemClock);
  let database: TestDatabase;
  const start = async (...roles: Role[]): Promise<TestApp> => {
    const { link, close } = hubLink(hub);
    running.defer(close);
    return running.use(await testApp({ database, link, roles, deliveryPollMs: null }));
  };
  let live: TestApp;
  let web: TestApp;
  let delivery: TestApp;
  beforeAll(async () => {
    database = running.use(await testDatabase({ max: 60 }));
    live = await start('live');
    web = await start('web');
    delivery = await start('delivery');
  });
  afterAll(() => running.disposeAsync());

  it('serve what belongs to them, and name the role that serves the rest', async () => {
    const message = (app: TestApp, url: string) =>
      app.send({ url }).then(({ status, body }) => [status, JSON.stringify(body)]);
    expect(await message(live, '/avatars')).toEqual([404, expect.stringContaining('include web')]);
    expect(await message(web, '/client/avatars/1')).toEqual([404, expect.stringContaining('include live')]);
    expect(await message(delivery, '/v1/accounts')).toEqual([404, expect.stringContaining('include web')]);
    expect((await web.send({ url: '/avatars' })).status).toBe(401);
    expect((await live.send({ url: '/client/avatars/1' })).body).not.toMatchObject({
      message: expect.stringContaining('ROLES'),
    });
    for (const app of [live, web, delivery]) expect((await app.send({ url: '/healthz' })).status).toBe(200);
  });

  it('an event from a process without an engine wakes the process that has one', async () => {
    await using scene = await webhookScene(delivery);
    const customer = await scene.customer();
    await live.app.webhookServices.outbox.write(customer.events(1));
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
  });

  it('a process that starts does not touch what another one is sending', async () => {
    await using scene = await webhookScene(delivery);
    const customer = await scene.customer();
    customer.answer('nothing');
    await live.app.webhookServices.outbox.write(customer.events(1));
    await expect.poll(() => customer.receiver.requests.length).toBe(1);
    const { app } = await start('delivery');
    await app.webhookServices.engine.lookForDue();
    await app.webhookServices.engine.idle();
    expect(customer.receiver.requests).toHaveLength(1);
    customer.release(200);
    await delivery.app.webhookServices.engine.idle();
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });
});
