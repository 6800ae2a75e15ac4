import { type EventDetails, type WebhookEventName, webhookEventNames } from '@parley/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../kernel/index.ts';
import { testWebhook } from '../webhooks/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../webhooks/testing/webhook-scene.ts';
import { makeEvent } from './event.ts';
import { readFeed } from './feed/feed.ts';
import { startCursor } from './feed/feed-cursor.ts';

describe('the events of a webhook', () => {
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
  const hooks = () => scene.test.app.webhookServices;
  const choose = (events: readonly string[] | null) => customer.update({ events });
  const eventOf = ({ accountId, avatarId }: Customer, name: WebhookEventName) => {
    const details = { timestamp: scene.test.clock.now() } as EventDetails[WebhookEventName];
    return makeEvent({ accountId, avatarId, sessionId: null, sequence: null }, name, details);
  };
  const emit = async (...names: WebhookEventName[]) => {
    await hooks().outbox.write(names.map((name) => eventOf(customer, name)));
    await hooks().engine.idle();
  };
  const received = (of = customer) => of.receiver.requests.map(({ body }) => JSON.parse(String(body)).name);

  it('[EV6] are all of them if none were chosen', async () => {
    expect(await customer.webhook()).toMatchObject({ events: null });
    await emit(...webhookEventNames);
    expect(received().sort()).toEqual([...webhookEventNames].sort());
  });

  it('[EV6] are only the chosen ones, even if one batch has events of several webhooks', async () => {
    const other = await scene.customer();
    await choose(['agent:message', 'agent:error']);
    await hooks().outbox.write([
      eventOf(customer, 'agent:error'),
      eventOf(other, 'agent:error'),
      eventOf(customer, 'connection:state-changed'),
      eventOf(other, 'connection:state-changed'),
      eventOf(customer, 'agent:message'),
    ]);
    await hooks().engine.idle();
    expect(received().sort()).toEqual(['agent:error', 'agent:message']);
    expect(received(other).sort()).toEqual(['agent:error', 'connection:state-changed']);
    expect(await customer.deliveries()).toHaveLength(2);
  });

  it('[EV6] that no webhook chose are in the feed, and nothing waits for a webhook', async () => {
    await choose(['agent:error']);
    await emit('platform:state-changed', 'agent:message');
    const query = { accountId: customer.accountId, avatarIds: null, after: startCursor, limit: 10 };
    const names = async () => {
      const { events } = await readFeed(scene.test.sql, { ...query, nowMs: scene.test.clock.now() });
      return events.map(({ body }) => JSON.parse(String(body)).name);
    };
    expect(await names()).toEqual(['platform:state-changed', 'agent:message']);
    expect(await customer.webhook()).toMatchObject({ waiting: 0 });
  });

  it('[EV6] that are chosen later do not include what happened before', async () => {
    await choose(['agent:error']);
    await emit('platform:state-changed');
    expect(await choose(['platform:state-changed'])).toMatchObject({ events: ['platform:state-changed'] });
    await scene.after(60_000);
    expect(received()).toEqual([]);
    await emit('platform:state-changed', 'agent:error');
    expect(received()).toEqual(['platform:state-changed']);
    expect(await choose(null)).toMatchObject({ events: null });
    await emit('agent:error');
    expect(received()).toEqual(['platform:state-changed', 'agent:error']);
  });

  it('[EV6] that were waiting when they were no longer chosen are still sent', async () => {
    customer.answer(500);
    await emit('agent:error');
    await choose(['platform:state-changed']);
    customer.answer(200);
    await scene.after(40_000);
    expect(received()).toEqual(['agent:error', 'agent:error']);
    expect(await customer.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('[EV6] do not keep a test from being sent', async () => {
    await choose(['agent:error']);
    const { sql, clock } = scene.test;
    const { outbound, webhooks } = hooks();
    const deps = { sql, clock, outbound, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
    expect(await testWebhook(deps, customer.ref, 'boss@example.com')).toMatchObject({ success: true });
    expect(received()).toEqual(['webhook.test']);
  });

  it('[EV6] can be chosen when the webhook is created, each once and in the order of the documentation', async () => {
    const input = { name: 'Chosen', url: customer.receiver.url };
    const events = ['notification', 'agent:error', 'notification'];
    const { webhook } = await scene.change((change) =>
      hooks().webhooks.create(change, customer.accountId, { ...input, events }),
    );
    expect(webhook.events).toEqual(['agent:error', 'notification']);
    expect(await hooks().webhooks.get(customer.accountId, webhook.id)).toMatchObject({
      events: ['agent:error', 'notification'],
    });
  });

  it.each([
    [['agent:error', 'no:such'], /"no:such" is not an event that a webhook can choose\. Choose from: conn/],
    [['webhook.test'], /"webhook\.test" is not/],
    [['customer:logout'], /"customer:logout" is not/],
    [['toString'], /"toString" is not/],
    [[], /at least one event of: .*null for every event/],
  ])('[EV6] cannot be %j', async (events, message) => {
    await choose(['agent:error']);
    await expect(choose(events)).rejects.toThrow(message);
    await expect(choose(events)).rejects.toThrow(Refusal);
    expect(await customer.webhook()).toMatchObject({ events: ['agent:error'] });
    const input = { name: 'New', url: customer.receiver.url, events };
    const creating = scene.change((change) => hooks().webhooks.create(change, customer.accountId, input));
    await expect(creating).rejects.toThrow(message);
  });
});
