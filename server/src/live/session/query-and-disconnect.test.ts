import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { makeTestAccount } from '../../testing/app/index.ts';
import { liveScene } from '../testing/index.ts';

const { app, avatarId, connected } = await liveScene();

const ok = { status: 200, body: { status: 'OK', failReason: 0 } };
const notFound = { status: 404, body: { status: 'FAIL', failReason: 65, message: 'Session not found' } };

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

  it('an open microphone is forgotten after a drop', async () => {
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
    const sent = await wire.next('event');
    expect(sent).toMatchObject({
      name: 'connection:state-changed',
      details: { state: 'disconnected', reason: 'hangup', will_attempt_reconnect: false, duration: 3 },
    });
    expect((await wire.next('end')).reason).toBe('hangup');
    expect((await wire.closing()).code).toBe(closeCodes.ended);
    await app.endpoint.next('LOGOUT', sessionId);
    const event = (await app.events(sessionId)).at(-1);
    expect(event?.details).toEqual(sent.details);
  });

  it('[LV5] [LV15] disconnecting a session that waits for its socket needs no LOGOUT', async () => {
    const { sessionId } = await app.join(avatarId);
    expect(await app.disconnect(sessionId)).toMatchObject(ok);
    const { login, logout, endedBy } = await app.untilSettled(sessionId);
    expect({ login, logout, endedBy }).toEqual({ login: 'none', logout: 'none', endedBy: 'api' });
    expect(await app.connectionEvents(sessionId)).toEqual([
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
    const connections = await app.connectionEvents(sessionId);
    expect(connections.filter(({ state }) => state === 'disconnected')).toHaveLength(1);
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
    expect(await app.test.send({ method: 'POST', url: '/sessions/disconnect', headers, body })).toMatchObject(
      foreign,
    );
    expect(await app.query(sessionId)).toMatchObject({ status: 200 });
  });
});
