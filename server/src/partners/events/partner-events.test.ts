import { randomUUID } from 'node:crypto';
import { type EventName, eventSchemas } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claim, findDue } from '../../delivery/index.ts';
import { enqueueAll, makeEvent, type StoredEvent } from '../../events/index.ts';
import { addSession } from '../../testing/index.ts';
import { testWebhook } from '../../webhooks/index.ts';
import { type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { conversationsForPartners } from './partner-outbox.ts';

describe('which events a partner receives', () => {
  const undo = new AsyncDisposableStack();
  let scene: WebhookScene;
  let granting: Customer;
  let choosing: Customer;
  let otherAvatar: number;
  let stranger: Customer;
  let partner: TestPartner;
  beforeAll(async () => {
    scene = undo.use(await webhookScene());
    [granting, choosing, stranger] = [await scene.customer(), await scene.customer(), await scene.customer()];
    ({ id: otherAvatar } = await scene.change((change) =>
      scene.test.app.avatars.create(change, choosing.accountId, { name: 'Other' }),
    ));
    partner = undo.use(await testPartner(scene.test.app));
    await partner.allowedBy(granting);
    await partner.allowedBy(choosing, [choosing.avatarId]);
  });
  afterAll(() => undo.disposeAsync());

  const eventOf = (
    { accountId }: Pick<Customer, 'accountId'>,
    avatarId: number | null,
    name: EventName,
    error: string,
  ): StoredEvent => {
    const details = { error, avatar_id: String(avatarId), timestamp: scene.test.clock.now() };
    return makeEvent(
      { accountId, avatarId, sessionId: null, sequence: null },
      name as 'agent:error',
      details,
    );
  };
  const write = async (...events: StoredEvent[]) => {
    await scene.test.app.webhookServices.outbox.write(events);
    await scene.deliver();
  };
  const receivedErrors = (from: TestPartner = partner) => from.received().map(({ details }) => details.error);

  it.each(Object.keys(eventSchemas) as EventName[])(
    '[PA1] %s: only from accounts with a grant, and from avatars that the grant names',
    async (name) => {
      const before = partner.received().length;
      await write(
        eventOf(granting, granting.avatarId, name, 'granted'),
        eventOf(granting, null, name, 'granted, without an avatar'),
        eventOf(choosing, choosing.avatarId, name, 'of the chosen avatar'),
        eventOf(choosing, null, name, 'of the account that chose, without an avatar'),
        eventOf(choosing, otherAvatar, name, 'SECRET of another avatar'),
        eventOf(stranger, stranger.avatarId, name, 'SECRET of a stranger'),
        eventOf(stranger, null, name, 'SECRET of a stranger, without an avatar'),
      );
      const received = receivedErrors().slice(before);
      const expected =
        name === 'session:conversation' || name === 'agent:message' || name === 'session:person-requested'
          ? []
          : [
              'granted',
              'granted, without an avatar',
              'of the account that chose, without an avatar',
              'of the chosen avatar',
            ];
      expect(received.toSorted()).toEqual(expected);
      expect(partner.receiver.requests.map(({ body }) => body).join()).not.toContain('SECRET');
    },
  );

  it('[DE34] the partner is the owner of its deliveries when slots are shared, whichever account the events come from', async () => {
    const { sql, clock } = scene.test;
    const events = [granting, choosing].map((one) => eventOf(one, one.avatarId, 'agent:error', 'shared'));
    const owners = async (found: PromiseLike<readonly { webhookId: string; ownerId: string }[]>) =>
      new Map((await found).map(({ webhookId, ownerId }) => [webhookId, ownerId]));
    const expected = new Map([
      [granting.webhookId, granting.accountId],
      [choosing.webhookId, choosing.accountId],
      [partner.webhookId, partner.id],
    ]);
    expect(await owners(enqueueAll(sql, events))).toEqual(expected);
    expect(await owners(findDue(sql, clock.now()))).toEqual(expected);
    const ranges = new Map([...expected.keys()].map((id) => [id, { slots: 9, fromMs: 0 }]));
    const claimed = claim(sql, ranges, randomUUID(), clock.now(), clock.now());
    expect(await owners(claimed)).toEqual(expected);
    await scene.deliver();
  });

  it('[PA2] conversations: one for each partner that may read them, from accounts with a grant and the avatars in it', async () => {
    await using silent = await testPartner(scene.test.app, { conversations: false });
    await silent.allowedBy(granting);
    const conversation = async ({ accountId }: Customer, avatarId: number) => {
      const source = { accountId, avatarId, sessionId: 'ses_x', sequence: 7 };
      const details = { avatar_id: String(avatarId), timestamp: scene.test.clock.now() } as never;
      return await scene.test.sql.begin(async (tx) => await conversationsForPartners(tx, source, details));
    };
    const receivers = async (...whose: Parameters<typeof conversation>) =>
      (await conversation(...whose)).map(({ partnerId }) => partnerId);
    expect(await receivers(granting, granting.avatarId)).toEqual([partner.id]);
    expect(await receivers(choosing, choosing.avatarId)).toEqual([partner.id]);
    expect(await receivers(choosing, otherAvatar)).toEqual([]);
    expect(await receivers(stranger, stranger.avatarId)).toEqual([]);
    const [event] = await conversation(granting, granting.avatarId);
    expect(JSON.parse(event?.body ?? '').details.client_id).toBe(partner.id);
    await addSession(scene.test.sql, 'ses_x', granting.avatarId);
    await write(...(await conversation(granting, granting.avatarId)));
    expect(partner.received().at(-1)).toMatchObject({ name: 'session:conversation' });
    expect(silent.received()).toEqual([]);
    expect(granting.receiver.requests.at(-1)?.body).not.toContain('client_id');
  });

  it('[PA1] tests that an account sends to its own webhook stay with it', async () => {
    const before = partner.received().length;
    const { webhooks, outbound } = scene.test.app.webhookServices;
    const deps = { ...scene.test, outbound, webhook: webhooks.withSecrets, noteTest: webhooks.noteTest };
    await testWebhook(deps, granting.ref, 'operator');
    await scene.deliver();
    expect(granting.receiver.requests.at(-1)?.body).toContain('webhook.test');
    expect(partner.received()).toHaveLength(before);
  });

  it('[PA1] a partner that chose events by name receives only those, and a deleted partner receives none', async () => {
    const { app } = scene.test;
    await using picky = await testPartner(app, { name: 'Picky' });
    await scene.change((change) => app.partners.update(change, picky, { events: ['session:ended'] }));
    await picky.allowedBy(granting);
    await write(
      eventOf(granting, granting.avatarId, 'session:ended', 'wanted'),
      eventOf(granting, granting.avatarId, 'agent:error', 'not wanted'),
    );
    expect(receivedErrors(picky)).toEqual(['wanted']);
    await scene.change((change) => app.partners.remove(change, picky));
    await write(eventOf(granting, granting.avatarId, 'session:ended', 'too late'));
    expect(receivedErrors(picky)).toEqual(['wanted']);
    expect(receivedErrors()).toContain('too late');
  });

  it('[PA2] messages go only to partners with conversations, and only from avatars with transcripts', async () => {
    const { app } = scene.test;
    await using silent = await testPartner(app, { name: 'Silent', conversations: false });
    await silent.allowedBy(granting);
    const { id: recorded } = await scene.change((change) =>
      app.avatars.create(change, granting.accountId, { name: 'Recorded', transcript: true }),
    );
    await write(
      eventOf(granting, recorded, 'agent:message', 'said to the recorded avatar'),
      eventOf(granting, granting.avatarId, 'agent:message', 'said to another'),
      eventOf(granting, recorded, 'session:person-requested', 'why the recorded one asks'),
      eventOf(granting, recorded, 'agent:error', 'no message'),
    );
    expect(receivedErrors()).toContain('said to the recorded avatar');
    expect(receivedErrors()).toContain('why the recorded one asks');
    expect(receivedErrors()).not.toContain('said to another');
    expect(receivedErrors(silent)).toEqual(['no message']);
  });

  it('[PA1] a grant of all avatars covers later ones, and an event reaches the account’s own webhook as before', async () => {
    const { app } = scene.test;
    const later = await scene.change((change) =>
      app.avatars.create(change, granting.accountId, { name: 'Later' }),
    );
    await write(eventOf(granting, later.id, 'agent:error', 'of a later avatar'));
    expect(receivedErrors()).toContain('of a later avatar');
    const before = granting.receiver.requests.length;
    await granting.emit(1);
    expect(granting.receiver.requests.slice(before)).toHaveLength(1);
  });
});
