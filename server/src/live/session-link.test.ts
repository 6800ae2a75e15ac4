import { closeCodes } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount } from '../testing/app/index.ts';
import { LiveApp, startEndpoint, storyProblem, until, Wire } from './testing/index.ts';

const ok = { status: 200, body: { status: 'OK', failReason: 0 } };
const notFound = { status: 404, body: { status: 'FAIL', failReason: 65, message: 'Session not found' } };
const dropped = { state: 'disconnected', reason: 'timeout', willReconnect: true };

describe('how a session is connected', () => {
  let app: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    avatarId = await app.avatar();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const connected = async (id = avatarId) => {
    const joined = await app.join(id);
    const wire = await app.enter(joined);
    wire.ready();
    await wire.status('IDLE');
    await app.endpoint.next('LOGIN', joined.sessionId);
    return { ...joined, wire, resume: wire.welcome.resume };
  };

  it('[LV10] [LV12] [LV15] from the ticket over a drop and back to the hang-up', async () => {
    const { sessionId, wire, resume } = await connected();
    await app.pass(2_500);
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    await app.pass(10_000);
    const back = await app.enter({ sessionId, resume });
    expect(back.welcome).toMatchObject({ sessionId, resumed: true, status: 'IDLE' });
    await app.pass(1_600);
    back.send({ type: 'bye' });
    expect(await back.closing()).toEqual({ code: closeCodes.ended, reason: 'hangup' });
    await app.untilSettled(sessionId);
    expect(await app.story(sessionId)).toEqual([
      { state: 'connecting' },
      { state: 'connecting' },
      { state: 'connected' },
      { ...dropped, duration: 2 },
      { state: 'connecting' },
      { state: 'connected' },
      { state: 'disconnected', reason: 'hangup', willReconnect: false, duration: 4 },
    ]);
    expect(app.endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
    const events = await app.events(sessionId);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  });

  it('[LV11] a client that is silent for 30 s has dropped; any frame puts that off', async () => {
    const { sessionId, wire } = await connected();
    await app.pass(29_000);
    wire.send({ type: 'ping' });
    await wire.next('pong');
    await app.pass(29_999);
    expect(wire.closed).toBeNull();
    await app.pass(1);
    expect((await wire.closing()).code).toBe(closeCodes.silent);
    await app.untilState(sessionId, 'dropped');
    expect((await app.story(sessionId)).at(-1)).toEqual({ ...dropped, duration: 59 });
  });

  it('[LV11] [LV14] a dropped session lives for 20 s, then LOGOUT and transcript follow without a word', async () => {
    const id = await app.avatar({ transcript: true });
    const { sessionId, wire } = await connected(id);
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    await app.pass(19_999);
    expect(await app.query(sessionId)).toMatchObject({ status: 200 });
    await app.pass(1);
    expect(await app.query(sessionId)).toMatchObject(notFound);
    const { end_reason, logout } = await app.untilSettled(sessionId);
    expect({ end_reason, logout }).toEqual({ end_reason: 'timeout', logout: 'done' });
    expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected', 'disconnected']);
    expect((await app.events(sessionId)).at(-1)?.name).toBe('session:conversation');
    expect(app.endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
  });

  it('[LV12] a secret is spent once its successor was used, and of three in a row only the last two can be', async () => {
    const { sessionId, wire, resume: first } = await connected();
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    const second = await app.enter({ sessionId, resume: first });
    await second.quiet();
    for (const spent of [first, 'x'.repeat(43)]) {
      const thief = await Wire.dial(app.url);
      thief.hello({ sessionId, resume: spent });
      await thief.next('error', ({ code }) => code === 'bad_ticket');
      expect((await thief.closing()).code).toBe(closeCodes.refused);
    }
    expect(second.closed).toBeNull();
    await app.enter({ sessionId, resume: second.welcome.resume });
  });

  it('[LV12] welcomes that get lost, twice in a row, do not lock the user out', async () => {
    const pass = await app.join(avatarId);
    for (let lost = 0; lost < 2; lost++) {
      const wire = await Wire.dial(app.url);
      wire.hello(pass);
      // The welcome is on its way when the network goes; the client has nothing but its first secrets.
      await until('the join is noticed', async () => app.live.sessions.get(pass.sessionId)?.attached);
      wire.cut();
      await until('the drop is noticed', async () => !app.live.sessions.get(pass.sessionId)?.attached);
    }
    const wire = await app.enter(pass);
    expect(wire.welcome.resumed).toBe(true);
    await wire.quiet();
    expect(storyProblem(await app.story(pass.sessionId))).toBeNull();
    const late = await Wire.dial(app.url);
    late.hello(pass);
    await late.next('error', ({ code }) => code === 'bad_ticket');
  });

  it('[LV12] the ticket is worth nothing after a resume', async () => {
    const { sessionId, ticket, wire, resume } = await connected();
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    await (await app.enter({ sessionId, resume })).quiet();
    const again = await Wire.dial(app.url);
    again.hello({ sessionId, ticket });
    await again.next('error', ({ code }) => code === 'bad_ticket');
  });

  it('a socket that closes while its join is being written is a drop like any other', async () => {
    const pass = await app.join(avatarId);
    for (let round = 0; round < 20; round++) {
      const wire = await Wire.dial(app.url);
      wire.hello(pass);
      if (round % 2 === 0) wire.cut();
      else setImmediate(() => wire.cut());
      await until('it is gone', () => wire.closed);
    }
    await app.untilState(pass.sessionId, 'dropped');
    expect(storyProblem(await app.story(pass.sessionId))).toBeNull();
    const wire = await app.enter(pass);
    await wire.quiet();
    expect(app.endpoint.actions(pass.sessionId)).toEqual(['LOGIN']);
  });

  it('the status that a welcome tells is that of this moment, also where it changed during the join', async () => {
    await using slow = await startEndpoint({ CHAT: () => {} });
    const id = await app.avatar({ endpointUrl: slow.url });
    const { sessionId, wire } = await app.talk(id);
    wire.say('think');
    const chat = await slow.next('CHAT', sessionId);
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    const back = await Wire.dial(app.url);
    back.hello({ sessionId, resume: wire.welcome.resume });
    chat.ok({ reply: '' });
    await back.next('welcome');
    await until(
      'the session is idle',
      async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE',
    );
    await back.quiet();
    expect(back.frames[0]?.type).toBe('welcome');
    const told = back.frames.flatMap((frame) => ('status' in frame ? [frame.status] : []));
    expect(told.at(-1)).toBe('IDLE');
  });

  describe('[LV16] the max duration', () => {
    it('ends a connected session, drops counted in', async () => {
      const id = await app.avatar({ maxSessionDuration: 30 });
      const { sessionId, wire, resume } = await connected(id);
      await app.pass(15_000);
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      await app.pass(10_000);
      const back = await app.enter({ sessionId, resume });
      expect(back.welcome.maxSessionDuration).toBe(30);
      await app.pass(4_999);
      expect(back.closed).toBeNull();
      await app.pass(1);
      expect((await back.next('end')).reason).toBe('max_duration_reached');
      expect(await back.closing()).toEqual({ code: closeCodes.ended, reason: 'max_duration_reached' });
      expect((await app.story(sessionId)).at(-1)).toEqual({
        state: 'disconnected',
        reason: 'max_duration_reached',
        willReconnect: false,
        duration: 20,
      });
    });

    it('ends a dropped session, and holds as it was when the session began', async () => {
      const id = await app.avatar({ maxSessionDuration: 10 });
      const { sessionId, wire } = await connected(id);
      await app.test.app.avatars.update(id, { maxSessionDuration: -1 });
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      await app.pass(10_000);
      expect((await app.untilSettled(sessionId)).end_reason).toBe('max_duration_reached');
      expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected', 'disconnected']);
    });

    it('is told as such also where the client has been silent for as long', async () => {
      const id = await app.avatar({ maxSessionDuration: 30 });
      const { sessionId } = await connected(id);
      await app.pass(60_000);
      await app.untilState(sessionId, 'ended');
      expect((await app.story(sessionId)).at(-1)).toMatchObject({ reason: 'max_duration_reached' });
    });
  });

  describe('[LV20] an idle time-out', () => {
    it('ends a session in which nobody says anything, pings or not', async () => {
      const id = await app.avatar({ idleTimeout: 60 });
      const { sessionId, wire } = await connected(id);
      await app.pass(25_000);
      await wire.quiet();
      await app.pass(25_000);
      await wire.quiet();
      wire.say('hello');
      expect(await wire.listen()).toEqual(['You said hello.']);
      await wire.quiet();
      await app.pass(25_000);
      await wire.quiet();
      await app.pass(25_000);
      await wire.quiet();
      expect(wire.closed).toBeNull();
      await app.pass(10_000);
      expect((await wire.next('end')).reason).toBe('timeout');
      await app.untilState(sessionId, 'ended');
      expect((await app.story(sessionId)).at(-1)).toMatchObject({ reason: 'timeout', willReconnect: false });
    });

    it('does not run while the avatar thinks or speaks', async () => {
      await using slow = await startEndpoint({ CHAT: () => {} });
      const id = await app.avatar({ idleTimeout: 10, endpointUrl: slow.url });
      const { sessionId, wire } = await app.talk(id);
      wire.say('think long');
      const chat = await slow.next('CHAT', sessionId);
      await app.pass(20_000);
      expect(wire.closed).toBeNull();
      chat.ok({ reply: 'Done.' });
      const { utterance } = await wire.next('utterance-end');
      await wire.quiet();
      await app.pass(9_000);
      await app.pass(2_000);
      expect(wire.closed).toBeNull();
      wire.heard(utterance, 1);
      await wire.quiet();
      await app.pass(9_999);
      expect(wire.closed).toBeNull();
      await app.pass(1);
      expect((await wire.next('end')).reason).toBe('timeout');
    });
  });

  describe('query and disconnect', () => {
    it('answer for a session in each of its states', async () => {
      const pass = await app.join(avatarId);
      const { sessionId } = pass;
      const state = async () => (await app.query(sessionId)).state;
      expect(await state()).toEqual({
        avatarStatus: 'UNLOADED',
        avatarId,
        userId: expect.any(Number),
        lastActivityAt: null,
      });
      const wire = await app.enter(pass);
      wire.send({ type: 'load', progress: 1 });
      await wire.status('LOADED');
      expect(await state()).toMatchObject({ avatarStatus: 'LOADED', lastActivityAt: app.test.clock.now() });
      app.test.clock.advance(5_000);
      wire.send({ type: 'open' });
      await wire.status('IDLE');
      expect(await state()).toMatchObject({ avatarStatus: 'IDLE', lastActivityAt: app.test.clock.now() });
      wire.send({ type: 'microphone', open: true });
      await wire.status('LISTENING');
      expect((await state()).avatarStatus).toBe('LISTENING');
      const seen = app.test.clock.now();
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      app.test.clock.advance(1_000);
      expect(await state()).toMatchObject({ avatarStatus: 'IDLE', lastActivityAt: seen });
      expect(await app.disconnect(sessionId)).toMatchObject(ok);
      expect(await app.query(sessionId)).toMatchObject(notFound);
      expect(await app.disconnect(sessionId)).toMatchObject(notFound);
    });

    it('a microphone that was open is not remembered over a drop', async () => {
      const { sessionId, wire, resume } = await connected();
      wire.send({ type: 'microphone', open: true });
      await wire.status('LISTENING');
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      const back = await app.enter({ sessionId, resume });
      back.send({ type: 'speech', active: true });
      await back.status('LISTENING');
      back.send({ type: 'speech', active: false });
      await back.status('IDLE');
    });

    it('[LV15] disconnecting ends a session for its user, its endpoint and the webhooks', async () => {
      const { sessionId, wire } = await connected();
      await app.pass(3_000);
      expect(await app.disconnect(sessionId)).toMatchObject(ok);
      const told = await wire.next('event');
      expect(told).toMatchObject({
        name: 'connection:state-changed',
        details: { state: 'disconnected', reason: 'hangup', will_attempt_reconnect: false, duration: 3 },
      });
      expect((await wire.next('end')).reason).toBe('hangup');
      expect((await wire.closing()).code).toBe(closeCodes.ended);
      await app.endpoint.next('LOGOUT', sessionId);
      const event = (await app.events(sessionId)).at(-1);
      expect(event?.details).toEqual(told.details);
    });

    it('[LV5] [LV15] disconnecting a session that waits for its socket needs no LOGOUT', async () => {
      const { sessionId } = await app.join(avatarId);
      expect(await app.disconnect(sessionId)).toMatchObject(ok);
      const { login, logout } = await app.untilSettled(sessionId);
      expect({ login, logout }).toEqual({ login: 'none', logout: 'none' });
      expect(await app.story(sessionId)).toEqual([
        { state: 'connecting' },
        { state: 'disconnected', reason: 'hangup', willReconnect: false, duration: 0 },
      ]);
    });

    it('[LV18] of many disconnects, a hang-up and the max duration at the same instant exactly one ends it', async () => {
      const id = await app.avatar({ maxSessionDuration: 10 });
      const { sessionId, wire } = await connected(id);
      app.test.clock.advance(10_000);
      wire.send({ type: 'bye' });
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, () => app.disconnect(sessionId)),
        app.live.sessions.sweep(),
      ]);
      const wins = answers.filter((answer) => answer !== undefined && answer.status === 200);
      expect(wins.length).toBeLessThanOrEqual(1);
      await app.untilSettled(sessionId);
      const story = await app.story(sessionId);
      expect(story.filter(({ state }) => state === 'disconnected')).toHaveLength(1);
      expect(app.endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
      expect(wire.count('end')).toBe(1);
    });

    it('another account finds nothing', async () => {
      const { sessionId } = await app.join(avatarId);
      const theirs = await makeTestAccount(app.test.app, 'theirs');
      const headers = { 'x-api-key': theirs.key };
      const foreign = { status: 403, body: { failReason: 24 } };
      const url = `/session/query?sessionId=${sessionId}&fields=userId`;
      expect(await app.test.send({ url, headers })).toMatchObject(foreign);
      const body = { session_id: sessionId };
      expect(
        await app.test.send({ method: 'POST', url: '/sessions/disconnect', headers, body }),
      ).toMatchObject(foreign);
      expect(await app.query(sessionId)).toMatchObject({ status: 200 });
    });
  });

  it('[LV19] nothing follows the end, whatever was under way', async () => {
    await using slow = await startEndpoint({ CHAT: () => {} });
    const id = await app.avatar({ endpointUrl: slow.url });
    const { sessionId, wire } = await app.talk(id);
    wire.say('a question');
    const chat = await slow.next('CHAT', sessionId);
    const { authToken } = slow.login(sessionId);
    const callbacks = Array.from({ length: 10 }, (_, index) =>
      app.test.send({
        method: 'POST',
        url: '/gateway/callback',
        headers: { authorization: `Bearer ${authToken}` },
        body: { sessionId, message: `Callback ${index}.` },
      }),
    );
    const ending = app.disconnect(sessionId);
    chat.ok({ reply: 'Too late.' });
    wire.say('another');
    await Promise.all([...callbacks, ending]);
    await wire.closing();
    expect(wire.frames.at(-1)).toEqual({ type: 'end', reason: 'hangup' });
    expect(wire.count('end')).toBe(1);
    await app.untilSettled(sessionId);
    expect(slow.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
  });

  it('[LV18] a session that ends while it is being joined is not welcomed', async () => {
    for (let round = 0; round < 10; round++) {
      const pass = await app.join(avatarId);
      const wire = await Wire.dial(app.url);
      wire.hello(pass);
      if (round % 2 === 1)
        await until('the join begins', () => app.live.sessions.get(pass.sessionId)?.attached);
      expect(await app.disconnect(pass.sessionId)).toMatchObject(ok);
      await wire.closing();
      const after = wire.frames.slice(wire.frames.findIndex(({ type }) => type === 'end') + 1);
      if (wire.count('end') === 1) expect(after).toEqual([]);
      await app.untilSettled(pass.sessionId);
      expect(storyProblem(await app.story(pass.sessionId))).toBeNull();
      const actions = app.endpoint.actions(pass.sessionId);
      expect([[], ['LOGIN', 'LOGOUT']]).toContainEqual(actions);
    }
  });
});
