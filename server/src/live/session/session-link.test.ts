import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { liveScene, sequenceProblem, startEndpoint, until, Wire } from '../testing/index.ts';

const { app, avatarId, connected } = await liveScene();

const ok = { status: 200, body: { status: 'OK', failReason: 0 } };
const notFound = { status: 404, body: { status: 'FAIL', failReason: 65, message: 'Session not found' } };
const dropped = { state: 'disconnected', reason: 'timeout', willReconnect: true };

describe('how a session is connected', () => {
  it('[LV10] [LV12] [LV15] from the ticket through a drop and a resume to the hang-up', async () => {
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
    expect(await app.connectionEvents(sessionId)).toEqual([
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

  it('[LV11] a client that is silent for 30 s has dropped; any frame restarts that time', async () => {
    const { sessionId, wire } = await connected();
    await app.pass(29_000);
    wire.send({ type: 'ping' });
    await wire.next('pong');
    await app.pass(29_999);
    expect(wire.closed).toBeNull();
    await app.pass(1);
    expect((await wire.closing()).code).toBe(closeCodes.silent);
    await app.untilState(sessionId, 'dropped');
    expect((await app.connectionEvents(sessionId)).at(-1)).toEqual({ ...dropped, duration: 59 });
  });

  it('[LV11] [LV14] a dropped session lives for 20 s, then LOGOUT and transcript follow without another event', async () => {
    const id = await app.avatar({ transcript: true });
    const { sessionId, wire } = await connected(id);
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    await app.pass(19_999);
    expect(await app.query(sessionId)).toMatchObject({ status: 200 });
    await app.pass(1);
    expect(await app.query(sessionId)).toMatchObject(notFound);
    const { endReason, logout } = await app.untilSettled(sessionId);
    expect({ endReason, logout }).toEqual({ endReason: 'timeout', logout: 'done' });
    expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected', 'disconnected']);
    expect((await app.events(sessionId)).at(-1)?.name).toBe('session:conversation');
    expect(app.endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
  });

  it('[LV12] a secret is invalid after its successor was used: of three in a row only the last two can work', async () => {
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
      // The network fails while the welcome is being sent. The client has only its first secrets.
      await until('the join is noticed', async () => app.live.sessions.get(pass.sessionId)?.attached);
      wire.cut();
      await until('the drop is noticed', async () => !app.live.sessions.get(pass.sessionId)?.attached);
    }
    const wire = await app.enter(pass);
    expect(wire.welcome.resumed).toBe(true);
    await wire.quiet();
    expect(sequenceProblem(await app.connectionEvents(pass.sessionId))).toBeNull();
    const late = await Wire.dial(app.url);
    late.hello(pass);
    await late.next('error', ({ code }) => code === 'bad_ticket');
  });

  it('[LV12] the ticket is invalid after a resume', async () => {
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
    expect(sequenceProblem(await app.connectionEvents(pass.sessionId))).toBeNull();
    const wire = await app.enter(pass);
    await wire.quiet();
    expect(app.endpoint.actions(pass.sessionId)).toEqual(['LOGIN']);
  });

  it('a welcome contains the current status, even if it changed during the join', async () => {
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
    const statuses = back.frames.flatMap((frame) => ('status' in frame ? [frame.status] : []));
    expect(statuses.at(-1)).toBe('IDLE');
  });

  it('[LV19] nothing follows the end, whatever was in progress', async () => {
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
      expect(sequenceProblem(await app.connectionEvents(pass.sessionId))).toBeNull();
      const actions = app.endpoint.actions(pass.sessionId);
      expect([[], ['LOGIN', 'LOGOUT']]).toContainEqual(actions);
    }
  });
});
