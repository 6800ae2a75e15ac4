import { describe, expect, test } from 'vitest';
import type { DoubleSocket } from './testing/double-socket.ts';
import { conversation, nextEvent, nextState } from './testing/index.ts';

const people = (answering: boolean, wantsWords = false) =>
  ({ type: 'people', answering, wantsWords }) as const;
const heard = (received: readonly { readonly type: string; readonly text?: unknown }[]) =>
  received.filter(({ type }) => type === 'heard').map(({ text }) => text);
const until = async (socket: DoubleSocket, type: string) => {
  while ((await socket.nextFrame()).type !== type);
};

describe('a person who answers', () => {
  test('is told once for each change', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const told: boolean[] = [];
    talk.client.on('person', ({ answering }) => told.push(answering));
    expect(talk.client.isPersonAnswering).toBe(false);
    socket.send(people(false, true), people(true, true), people(true), people(false));
    await nextEvent(talk.client, 'person', ({ answering }) => !answering);
    expect(told).toEqual([true, false]);
  });

  test('is gone with the connection, and back if the service says so again', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    socket.send(people(true));
    await nextEvent(talk.client, 'person');
    expect(talk.client.isPersonAnswering).toBe(true);
    const told: unknown[] = [];
    talk.client.on('connection', ({ state }) => told.push(state));
    talk.client.on('person', ({ answering }) => told.push(answering));
    const dropped = nextState(talk.client, 'disconnected');
    socket.drop();
    await dropped;
    talk.timers.advance(1_000);
    const next = await talk.double.socket();
    next.send(people(true));
    await nextEvent(talk.client, 'person', ({ answering }) => answering);
    expect(told).toEqual(['disconnected', false, 'connecting', 'connected', true]);
    const ending = talk.client.hangUp();
    next.send({ type: 'end', reason: 'hangup' });
    await ending;
    expect(talk.client.isPersonAnswering).toBe(false);
  });

  test('can be asked for, with a reason that is not too long', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    expect(talk.client.requestPerson()).toBe(true);
    expect(await socket.next('request-person')).toEqual({ type: 'request-person' });
    expect(talk.client.requestPerson('x'.repeat(400))).toBe(true);
    expect(await socket.next('request-person')).toEqual({ type: 'request-person', reason: 'x'.repeat(300) });
  });
});

describe('words as they are recognised', () => {
  test('are sent only while a member reads along', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    talk.client.userWords('Not read');
    socket.send(people(true, true));
    await nextEvent(talk.client, 'person');
    talk.client.userWords('Where');
    expect(await socket.next('heard')).toEqual({ type: 'heard', text: 'Where' });
    socket.send(people(false, false));
    await nextEvent(talk.client, 'person');
    talk.client.userWords('Where is');
    talk.timers.advance(1_000);
    talk.client.sendMessage('Where is my order?', { spoken: true });
    await until(socket, 'message');
    expect(heard(socket.received)).toEqual(['Where']);
  });

  test('come at most four times a second, always with the latest ones', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    socket.send(people(true, true));
    await nextEvent(talk.client, 'person');
    for (let word = 1; word <= 100; word += 1) {
      talk.client.userWords('word '.repeat(word));
      talk.timers.advance(20);
    }
    talk.client.userWords('x'.repeat(2_500));
    talk.timers.advance(1_000);
    talk.client.interrupt();
    await until(socket, 'interrupt');
    const sent = heard(socket.received);
    expect(sent.length).toBeGreaterThan(6);
    expect(sent.length).toBeLessThanOrEqual(9);
    expect(sent.at(-1)).toBe('x'.repeat(2_000));
  });

  test('do not follow the message that they became', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    socket.send(people(true, true));
    await nextEvent(talk.client, 'person');
    talk.client.userWords('Hello');
    talk.client.userWords('Hello there');
    talk.client.sendMessage('Hello there.', { spoken: true });
    talk.timers.advance(1_000);
    talk.client.interrupt();
    await until(socket, 'interrupt');
    expect(socket.received.slice(-3).map(({ type }) => type)).toEqual(['heard', 'message', 'interrupt']);
  });
});
