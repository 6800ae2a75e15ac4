import { type EventName, eventSchemas, extendedEvents } from '@parley/protocol';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from '../live/testing/index.ts';
import { type Receiver, startReceiver } from '../outbound/testing/receiver.ts';
import { testChange } from '../testing/index.ts';
import { testWebhook } from '../webhooks/index.ts';

type ReceivedEvent = {
  readonly id: string;
  readonly sequence: number | null;
  readonly name: EventName;
  readonly details: Record<string, unknown>;
};

describe('the events of a session, from a page to a receiver', () => {
  let app: LiveApp;
  let receiver: Receiver;
  let webhookId: string;
  beforeAll(async () => {
    app = await LiveApp.start();
    receiver = await startReceiver((response) => response.end());
    const input = { name: 'All', url: receiver.url };
    ({
      webhook: { id: webhookId },
    } = await testChange(app.test.sql, (change) =>
      app.test.app.webhookServices.webhooks.create(change, app.party.accountId, input),
    ));
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const received = (sessionId?: string): ReceivedEvent[] =>
    receiver.requests
      .map(({ headers, body }) => {
        const { message_type, name, details, ...rest } = JSON.parse(body);
        expect({ message_type, rest }).toEqual({ message_type: 'Event', rest: {} });
        const sequence = headers['parley-sequence'];
        return {
          id: String(headers['webhook-id']),
          sequence: sequence === undefined ? null : Number(sequence),
          name,
          details,
        };
      })
      .filter(({ details }) => sessionId === undefined || details.session_id === sessionId);
  const enable = (names: readonly string[], on: boolean) =>
    testChange(app.test.sql, (change) =>
      app.test.app.webhookServices.extended.set(change, app.party.accountId, names, on),
    );
  const arrived = (sessionId: string, name: EventName) =>
    until(name, () => received(sessionId).find((event) => event.name === name));
  /** Everything that a page can cause. */
  const wholeSession = async () => {
    const avatarId = await app.avatar({ webhookId, transcript: true, personButton: true });
    const { sessionId, wire } = await app.talk(avatarId, { userId: 'customer-7', userName: 'Zoë 🎭' });
    await wire.quiet();
    wire.say('hello');
    await wire.listen();
    const { script } = app.endpoint;
    const { CHAT } = script;
    script.CHAT = (request) => request.answer(500, {});
    wire.say('this gets no answer');
    await wire.listen();
    script.CHAT = CHAT;
    wire.send({ type: 'request-person', reason: 'It is broken.' });
    wire.send({ type: 'platform', platform: 'media-stream' });
    const reports: [string, object][] = [
      ['media:mic-state-changed', { enabled: true }],
      ['media:speaker-state-changed', { enabled: false }],
      ['media:mic-permission-state-changed', { state: 'granted' }],
      ['media:mic-ready', {}],
      ['network:state-changed', { online: false }],
      ['notification', { level: 'warning', title: 'Careful', message: 'The microphone is muted.' }],
    ];
    for (const [name, details] of reports) wire.send({ type: 'event', name, details });
    await app.test.sql`alter table messages rename to messages_away`;
    try {
      wire.say('this cannot be written');
      await wire.listen();
      await wire.next('event', ({ name }) => name === 'agent:error');
    } finally {
      await app.test.sql`alter table messages_away rename to messages`;
    }
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    await arrived(sessionId, 'session:conversation');
    return { sessionId, avatarId };
  };

  /** A canary that fails belongs to an avatar and to no session. */
  const failingCanary = async () => {
    const canary = {
      secondRole: 'canary',
      canaryShare: 100,
      secondEndpointUrl: 'http://127.0.0.1:9/',
    } as const;
    const { wire } = await app.talk(await app.avatar({ webhookId, ...canary }));
    for (const word of ['one', 'two', 'three']) {
      wire.say(word);
      await wire.listen();
    }
  };

  it('[EV2] without extended events enabled, none of them is written or sent', async () => {
    const { sessionId } = await wholeSession();
    const names = new Set(received(sessionId).map(({ name }) => name));
    expect(names).toEqual(
      new Set(['connection:state-changed', 'platform:state-changed', 'agent:error', 'session:conversation']),
    );
    expect(new Set((await app.events(sessionId)).map(({ name }) => name))).toEqual(names);
  });

  it('[EV1] [EV2] every event that the service emits fits its schema, and contains nothing else', async () => {
    const names = Object.keys(extendedEvents);
    await enable(names, true);
    const { sessionId } = await wholeSession();
    await failingCanary();
    await until('avatar:canary-stopped', () =>
      received().find(({ name }) => name === 'avatar:canary-stopped'),
    );
    for (const name of names)
      if (name !== 'avatar:canary-stopped') await arrived(sessionId, name as EventName);
    await enable(names, false);
    const deps = {
      ...app.test,
      ...app.test.app.webhookServices,
      webhook: app.test.app.webhookServices.webhooks.withSecrets,
      noteTest: app.test.app.webhookServices.webhooks.noteTest,
    };
    await testWebhook(deps, { accountId: app.party.accountId, id: webhookId }, 'operator');
    const privateAvatar = await app.avatar({ private: true, webhookId });
    expect((await app.authenticate(privateAvatar, { token: 'nonsense' })).status).toBe(401);
    await until('auth_failed', () => received().find(({ details }) => details.reason === 'auth_failed'));

    const seen = new Set(received().map(({ name }) => name));
    const emitted = Object.keys(eventSchemas).filter((name) => name !== 'customer:logout');
    expect([...seen].toSorted()).toEqual(emitted.toSorted());
    for (const { name, details } of received()) {
      const schema = eventSchemas[name];
      expect({ name, details, fits: Check(schema, details) }).toEqual({ name, details, fits: true });
      const unknown = Object.keys(details).filter((key) => !(key in schema.properties));
      expect({ name, unknown }).toEqual({ name, unknown: [] });
    }
  });

  it('[EV4] [EV5] the events of a session have rising numbers and one id each, the same in header, feed and log', async () => {
    await enable(['agent:message'], true);
    const { sessionId, avatarId } = await wholeSession();
    await enable(['agent:message'], false);
    await until(
      'four messages',
      () => received(sessionId).filter(({ name }) => name === 'agent:message').length >= 4,
    );
    const pushed = received(sessionId).toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    const numbers = pushed.map(({ sequence }) => sequence ?? 0);
    expect(numbers[0]).toBe(1);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(pushed.at(-1)?.name).toBe('session:conversation');
    const states = pushed.flatMap(({ details }) => (details.state === undefined ? [] : [details.state]));
    expect(states).toEqual(['connecting', 'connecting', 'connected', 'disconnected']);

    // Transactions of other tests on the same server may delay the feed for a moment.
    const fed = await until('the feed', async () => {
      const { body } = await app.test.send({
        url: '/events?limit=500',
        headers: { 'x-api-key': app.party.key },
      });
      const { events } = body as { events: (ReceivedEvent & { 'webhook-id': string })[] };
      const own = events.filter(({ details }) => details.session_id === sessionId);
      return own.length >= pushed.length && own;
    });
    expect(
      fed.map((event) => ({
        id: event['webhook-id'],
        sequence: event.sequence,
        name: event.name,
        details: event.details,
      })),
    ).toEqual(expect.arrayContaining(pushed));
    expect(fed).toHaveLength(pushed.length);
    const { body: listed } = await app.test.operate({
      url: `/v1/accounts/${app.party.accountId}/deliveries?webhook=${webhookId}&limit=100`,
    });
    const log = (listed as { items: { eventId: string; sequence: number; sessionId: string }[] }).items;
    expect(
      log
        .filter((entry) => entry.sessionId === sessionId)
        .map((entry) => [entry.eventId, entry.sequence])
        .toSorted(),
    ).toEqual(pushed.map(({ id, sequence }) => [id, sequence]).toSorted());
    expect(avatarId).toBeGreaterThan(0);
  });

  it('[EV1] if an event cannot be written, the change that it reports does not happen either', async () => {
    const avatarId = await app.avatar({ webhookId });
    await app.test
      .sql`alter table events add constraint none check (avatar_id <> ${app.test.sql.unsafe(String(avatarId))}) not valid`;
    try {
      const answer = await app.authenticate(avatarId);
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(await app.test.sql`select from sessions where avatar_id = ${avatarId}`).toHaveLength(0);
    } finally {
      await app.test.sql`alter table events drop constraint none`;
    }
    await app.join(avatarId);
    expect(await app.test.sql`select from sessions where avatar_id = ${avatarId}`).toHaveLength(1);
  });
});
