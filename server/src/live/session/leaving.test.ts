import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';
import { LiveApp, type ScriptedEndpoint, startEndpoint } from '../testing/index.ts';

describe('a page that goes away', () => {
  let database: TestDatabase;
  let endpoint: ScriptedEndpoint;
  let app: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    database = await testDatabase();
    endpoint = await startEndpoint();
  });
  beforeEach(async () => {
    app = await LiveApp.start({}, database);
    await app.enableEvents('session:ended');
    avatarId = await app.avatar({ endpointUrl: endpoint.url, transcript: true });
    return () => app[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await endpoint[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const talking = async (more: object = {}) => {
    const joined = await app.join(avatarId);
    const wire = await app.enter({ ...joined, ...more });
    wire.ready();
    await endpoint.next('LOGIN', joined.sessionId);
    await wire.quiet();
    return { ...joined, wire };
  };
  const left = async () => {
    const talk = await talking();
    app.test.clock.advance(3_000);
    talk.wire.send({ type: 'leaving' });
    await app.untilState(talk.sessionId, 'dropped');
    talk.wire.cut();
    await talk.wire.closing();
    return talk;
  };
  const restart = async () => {
    await app[Symbol.asyncDispose]();
    app = await LiveApp.start({}, database);
  };
  const ended = async (sessionId: string) =>
    (await app.events(sessionId))
      .filter(({ name }) => name === 'session:ended')
      .map(({ details }) => details);
  const isOver = async (sessionId: string) => {
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    const names = (await app.events(sessionId)).map(({ name }) => name);
    expect(names.filter((name) => name === 'session:conversation')).toHaveLength(1);
  };

  it('[LV26] and does not come back within 5 s has hung up: one disconnected, LOGOUT, transcript', async () => {
    const { sessionId } = await left();
    await app.pass(4_999);
    expect(app.live.sessions.get(sessionId)).toBeDefined();
    expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected']);
    await app.pass(1);
    await isOver(sessionId);
    expect((await app.connectionEvents(sessionId)).slice(3)).toEqual([
      { state: 'disconnected', reason: 'hangup', willReconnect: false, duration: 3 },
    ]);
  });

  it('[LV26] and comes back, as after a reload, goes on, and no event is published', async () => {
    const { sessionId, wire } = await left();
    app.test.clock.advance(4_000);
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(back.welcome.resumed).toBe(true);
    back.ready();
    await app.pass(10_000);
    back.say('hello');
    expect(await back.listen()).toEqual(['You said hello.']);
    expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected']);
    expect(endpoint.actions(sessionId)).toEqual(['LOGIN', 'CHAT']);
  });

  it('[LV26] and sends something after all has stayed', async () => {
    const { sessionId, wire } = await talking();
    wire.send({ type: 'leaving' });
    wire.send({ type: 'ping' });
    await wire.next('pong');
    await app.pass(10_000);
    expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected']);
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    expect((await app.connectionEvents(sessionId)).at(-1)).toMatchObject({
      reason: 'timeout',
      willReconnect: true,
    });
  });

  it('[LV26] at the moment of a restart has hung up all the same', async () => {
    const { sessionId } = await left();
    await restart();
    await app.pass(5_000);
    await isOver(sessionId);
    expect((await app.connectionEvents(sessionId)).slice(3)).toMatchObject([
      { reason: 'hangup', willReconnect: false },
    ]);
  });

  it('[LV27] and does not reconnect ends the session at once, and webhooks are told so', async () => {
    const { sessionId, wire } = await talking({ reconnects: false });
    wire.cut();
    await isOver(sessionId);
    expect((await app.connectionEvents(sessionId)).slice(3)).toMatchObject([
      { reason: 'timeout', willReconnect: false },
    ]);
  });

  it('[LV27] and does not reconnect ends the session at once, even after a crash', async () => {
    const { sessionId } = await talking({ reconnects: false });
    await using next = await LiveApp.start({}, database);
    await next.untilSettled(sessionId);
    expect((await next.connectionEvents(sessionId)).slice(3)).toMatchObject([
      { reason: 'timeout', willReconnect: false },
    ]);
  });

  it.each<
    [string, string, string, (sessionId: string, talk: Awaited<ReturnType<typeof talking>>) => unknown]
  >([
    ['a hang-up', 'hangup', 'visitor', (_id, { wire }) => wire.send({ type: 'bye' })],
    ['the API', 'hangup', 'api', (id) => app.disconnect(id)],
    ['the dashboard', 'hangup', 'dashboard', (id) => app.test.bus.sessions.disconnect(id, 'dashboard')],
    ['the deletion of its avatar', 'hangup', 'dashboard', () => app.deleteAvatar(avatarId)],
    [
      'the end of the grace period',
      'timeout',
      'drop',
      async (id, { wire }) => {
        wire.cut();
        await app.untilState(id, 'dropped');
        await app.pass(20_000);
      },
    ],
  ])('[LV28] session:ended is published once after %s', async (_name, reason, endedBy, end) => {
    const talk = await talking();
    const { sessionId, wire } = talk;
    wire.say('hello');
    await wire.listen();
    app.test.clock.advance(7_000);
    await end(sessionId, talk);
    await app.untilSettled(sessionId);
    expect(await ended(sessionId)).toMatchObject([{ reason, ended_by: endedBy, duration: 7, turns: 1 }]);
  });

  it('[LV28] session:ended is published for limits, unused tickets and refused logins', async () => {
    const limited = await app.talk(await app.avatar({ maxSessionDuration: 2 }));
    const unused = await app.join(avatarId);
    const idle = await app.talk(await app.avatar({ idleTimeout: 5 }));
    await limited.wire.quiet();
    await idle.wire.quiet();
    await app.pass(5_000);
    await app.pass(25_000);
    const refusing = await startEndpoint({ LOGIN: (request) => request.answer(403, '') });
    await using _refusing = refusing;
    const refused = await app.talk(await app.avatar({ endpointUrl: refusing.url }));
    for (const [{ sessionId }, reason, endedBy] of [
      [limited, 'max_duration_reached', 'limit'],
      [unused, 'timeout', 'drop'],
      [idle, 'timeout', 'limit'],
      [refused, 'auth_failed', 'endpoint'],
    ] as const) {
      await app.untilState(sessionId, 'ended');
      expect(await ended(sessionId)).toMatchObject([{ reason, ended_by: endedBy, turns: 0 }]);
    }
  });

  it('[LV28] session:ended is off unless the operator enables it', async () => {
    await app.test.sql`delete from account_events`;
    const { wire, sessionId } = await talking();
    await app.pass(5_000);
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    expect(await ended(sessionId)).toEqual([]);
  });
});
