import { describe, expect, test } from 'vitest';
import { conversation, nextEvent, nextState } from '../testing/index.ts';

describe('frames that may be lost with a socket', () => {
  const counting = async () => {
    const talk = await conversation();
    talk.double.taken = 0;
    return talk;
  };

  test('messages are numbered, and unconfirmed ones are sent again after a drop, first and once', async () => {
    await using talk = await counting();
    const socket = await talk.begin();
    talk.client.sendMessage('one');
    talk.client.sendMessage('two');
    talk.client.sendMessage('three');
    for (const id of [1, 2, 3]) expect((await socket.next('message')).id).toBe(id);
    const heard = nextEvent(talk.client, 'event');
    socket.send({ type: 'ack', id: 1 }, { type: 'event', name: 'marker', details: {} });
    await heard;
    socket.drop();
    await nextState(talk.client, 'disconnected');
    talk.client.sendMessage('four');
    Object.assign(talk.double, { status: 'IDLE', taken: 2 });
    talk.timers.advance(250);
    const back = await talk.double.socket();
    expect(await back.next('message')).toMatchObject({ id: 3, text: 'three' });
    expect(await back.next('message')).toMatchObject({ id: 4, text: 'four' });
    talk.client.sendMessage('five');
    expect(await back.next('message')).toMatchObject({ id: 5, text: 'five' });
  });

  test('confirmed frames are not sent again', async () => {
    await using talk = await counting();
    const socket = await talk.begin();
    talk.client.sendMessage('one');
    await socket.next('message');
    const heard = nextEvent(talk.client, 'event');
    socket.send({ type: 'ack', id: 1 }, { type: 'event', name: 'marker', details: {} });
    await heard;
    socket.drop();
    await nextState(talk.client, 'disconnected');
    Object.assign(talk.double, { status: 'IDLE', taken: 1 });
    talk.timers.advance(250);
    const back = await talk.double.socket();
    talk.client.sendMessage('two');
    expect(await back.next('message')).toMatchObject({ id: 2, text: 'two' });
  });

  test('a client that continues a session continues the numbers of the previous one', async () => {
    await using talk = await counting();
    talk.double.taken = 41;
    const socket = await talk.begin();
    talk.client.sendMessage('next');
    expect((await socket.next('message')).id).toBe(42);
  });

  test('a service that does not number frames gets no numbers and nothing twice', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    talk.client.sendMessage('one');
    expect(await socket.next('message')).not.toHaveProperty('id');
    socket.drop();
    await nextState(talk.client, 'disconnected');
    talk.double.status = 'IDLE';
    talk.timers.advance(250);
    const back = await talk.double.socket();
    talk.client.sendMessage('two');
    expect(await back.next('message')).toMatchObject({ text: 'two' });
  });

  test('a service that has forgotten everything in a crash gets the context again, before the rest', async () => {
    await using talk = await counting();
    const socket = await talk.begin();
    talk.client.addContext('forgotten');
    talk.client.clearContext();
    talk.client.addContext('The basket is full.');
    await socket.next('context');
    await socket.next('clear-context');
    await socket.next('context');
    const heard = nextEvent(talk.client, 'event');
    socket.send({ type: 'ack', id: 3 }, { type: 'event', name: 'marker', details: {} });
    await heard;
    talk.client.sendMessage('in flight');
    await socket.next('message');
    socket.drop();
    await nextState(talk.client, 'disconnected');
    Object.assign(talk.double, { status: 'IDLE', taken: 0 });
    talk.timers.advance(250);
    const back = await talk.double.socket();
    expect(await back.next('context')).toEqual({ type: 'context', text: 'The basket is full.' });
    expect(await back.next('message')).toMatchObject({ id: 4, text: 'in flight' });
  });

  test('frames that were never confirmed are reported when the session ends', async () => {
    await using talk = await counting();
    const socket = await talk.begin();
    talk.client.sendMessage('one');
    await socket.next('message');
    const reported = nextEvent(talk.client, 'error');
    socket.send({ type: 'end', reason: 'timeout' });
    expect(await reported).toMatchObject({ code: 'not_sent' });
  });
});

describe('checking the connection', () => {
  test('keepAlive pings at once, and the round trip time is reported', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    talk.client.keepAlive();
    await socket.next('ping');
    talk.timers.advance(120);
    const reported = nextEvent(talk.client, 'round-trip');
    socket.send({ type: 'pong' });
    expect(await reported).toEqual({ ms: 120 });
  });

  test('reconnect during a drop does not wait for the next try', async () => {
    await using talk = await conversation();
    (await talk.begin()).drop();
    await nextState(talk.client, 'disconnected');
    talk.double.status = 'IDLE';
    talk.client.reconnect();
    expect((await talk.double.socket()).received[0]).toMatchObject({ type: 'hello', resume: 'resume-2' });
    await nextState(talk.client, 'connected');
  });

  test('reconnect of a live client opens a new socket for the same session', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const states: string[] = [];
    talk.client.on('connection', ({ state }) => states.push(state));
    talk.double.status = 'IDLE';
    const connected = nextState(talk.client, 'connected');
    talk.client.reconnect();
    await connected;
    expect(states).toEqual(['disconnected', 'connecting', 'connected']);
    expect(await socket.closed).toEqual({ code: 1000 });
    expect(talk.double.requests).toHaveLength(1);
  });

  test('the hello asks for events if the options do', async () => {
    await using talk = await conversation({ events: true });
    expect((await talk.begin()).received[0]).toMatchObject({ type: 'hello', events: true });
  });
});
