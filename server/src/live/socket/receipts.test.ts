import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { liveScene, until, Wire } from '../testing/index.ts';

const { app, avatarId } = await liveScene();

describe('what a client may lose with its socket', () => {
  const chats = (sessionId: string) => app.endpoint.chats(sessionId);

  it('[LV22] a numbered frame gets a receipt, and so does the same frame again, which is not asked twice', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    wire.say('once', { id: 1 });
    expect(await wire.next('ack')).toEqual({ type: 'ack', id: 1 });
    await wire.listen();
    wire.say('once', { id: 1 });
    expect(await wire.next('ack')).toEqual({ type: 'ack', id: 1 });
    wire.say('next', { id: 2 });
    await wire.listen();
    expect(chats(sessionId)).toEqual(['once', 'next']);
    expect(wire.count('error')).toBe(0);
  });

  it('[LV22] each numbered frame gets its own receipt, before the end', async () => {
    const { wire } = await app.talk(avatarId);
    for (const id of [1, 2, 3]) wire.send({ type: 'platform', platform: 'native', id });
    wire.send({ type: 'bye' });
    await wire.next('end');
    const types = wire.frames.map((frame) => (frame.type === 'ack' ? `ack ${frame.id}` : frame.type));
    expect(types.slice(-5).filter((type) => type !== 'event')).toEqual(['ack 1', 'ack 2', 'ack 3', 'end']);
  });

  it('[LV22] it is not asked twice after a resume either, whose welcome contains the last number taken', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    wire.say('before the drop', { id: 7 });
    await wire.next('ack');
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(back.welcome.taken).toBe(7);
    back.say('before the drop', { id: 7 });
    back.say('after it', { id: 8 });
    await until('the second question', () => chats(sessionId).includes('after it'));
    expect(chats(sessionId).filter((text) => text === 'before the drop')).toHaveLength(1);
  });

  it('[LV22] a frame without a number is taken as usual', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    wire.say('twice');
    await wire.listen();
    wire.say('twice');
    await wire.listen();
    expect(chats(sessionId)).toEqual(['twice', 'twice']);
    expect(wire.count('ack')).toBe(0);
  });

  it('[LV21] a page that sleeps is not dropped while its browser answers, and that is no activity', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    await wire.quiet();
    const { lastActivityAt } = (await app.query(sessionId)).state;
    for (let round = 0; round < 4; round++) {
      const asked = new Promise((resolve) => wire.socket.once('ping', resolve));
      await app.pass(15_000);
      await asked;
      // The client's pong has arrived once the service has answered the client's own, later ping.
      const answered = new Promise((resolve) => wire.socket.once('pong', resolve));
      wire.socket.ping();
      await answered;
    }
    expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected']);
    expect((await app.query(sessionId)).state.lastActivityAt).toBe(lastActivityAt);
  });

  it('[LV21] [LV11] one whose browser does not answer either is dropped after 30 s', async () => {
    const { sessionId, ticket } = await app.join(avatarId);
    const wire = new Wire(app.url, {}, false);
    await new Promise((resolve) => wire.socket.once('open', resolve));
    wire.hello({ sessionId, ticket });
    await wire.next('welcome');
    const asked = new Promise((resolve) => wire.socket.once('ping', resolve));
    await app.pass(15_000);
    await asked;
    await app.pass(15_000);
    expect((await wire.closing()).code).toBe(closeCodes.silent);
  });

  it('[LV23] a client that asks for events gets the same events as webhooks', async () => {
    const { sessionId, ticket } = await app.join(avatarId, { userName: 'Grace' });
    const wire = await Wire.dial(app.url);
    wire.hello({ sessionId, ticket, events: true });
    const connected = await wire.next('event');
    const stored = (await app.events(sessionId)).findLast(({ details }) => details.state === 'connected');
    expect(connected).toEqual({ type: 'event', name: 'connection:state-changed', details: stored?.details });
    wire.ready();
    wire.say('hello there');
    const asked = await wire.next('event');
    const message = { speaker: 'user', message: 'hello there', interrupted: false };
    expect(asked).toMatchObject({
      name: 'agent:message',
      details: { ...message, message_id: `${sessionId}-1`, session_id: sessionId, user_name: 'Grace' },
    });
    await wire.listen();
    expect((await wire.next('event')).details).toMatchObject({ speaker: 'avatar' });
  });

  it('[LV23] other clients get neither', async () => {
    const { wire } = await app.talk(avatarId);
    wire.say('hello there');
    await wire.listen();
    expect(wire.count('event')).toBe(0);
  });

  it('[LV46] loading is a state of the event alone, from the first fraction to the last', async () => {
    const names = ['avatar:state-changed'];
    const url = `/v1/accounts/${app.party.accountId}/extended-events`;
    const headers = { 'content-type': 'application/json' };
    await app.test.operate({ method: 'PUT', url, headers, body: { names, enabled: true } });
    const { sessionId, ticket } = await app.join(avatarId);
    const wire = await app.enter({ sessionId, ticket });
    for (const progress of [0, 0.4, 0.8]) wire.send({ type: 'load', progress });
    await wire.quiet();
    expect((await app.query(sessionId)).state.avatarStatus).toBe('UNLOADED');
    wire.ready();
    await wire.status('IDLE');
    const changes = async () =>
      (await app.events(sessionId)).flatMap(({ name, details }) =>
        name === 'avatar:state-changed' ? [`${details.previous_state} > ${details.state}`] : [],
      );
    await until('all are written', async () => (await changes()).length >= 3);
    expect(await changes()).toEqual(['unloaded > loading', 'loading > loaded', 'loaded > idle']);
    await app.test.operate({ method: 'PUT', url, headers, body: { names, enabled: false } });
  });

  it('[LV42] an avatar with an endpoint refuses context', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    wire.send({ type: 'context', text: 'The basket is full.' });
    await wire.next('error', ({ code }) => code === 'no_context');
    expect(chats(sessionId)).toEqual([]);
    expect((await app.record(sessionId)).transcript).toEqual([]);
  });
});
