import { describe, expect, test } from 'vitest';
import { conversation, nextState } from './testing/index.ts';

describe('a client without a player', () => {
  const reading = () => conversation({ player: undefined });
  const whole = (utterance: number, text: string, more: object = {}) =>
    ({ type: 'sentence', utterance, index: 0, text, markup: text, last: true, ...more }) as const;

  test('says that it reads, reports no playback, and tells with the next message what it has', async () => {
    await using talk = await reading();
    const told: string[] = [];
    talk.client.on('sentence', ({ text }) => told.push(text));
    talk.client.on('utterance-end', ({ sentences }) => told.push(`end of ${sentences}`));
    talk.client.on('status', ({ status }) => told.push(status));
    const socket = await talk.begin();
    expect(socket.received[0]).toMatchObject({ type: 'hello', reads: true, got: 0 });
    socket.send({ type: 'status', status: 'IDLE' });
    socket.send(whole(4, 'Good day.'));
    await expect.poll(() => told.at(-1)).toBe('end of 1');
    expect(told.slice(-4)).toEqual(['Good day.', 'TALKING', 'IDLE', 'end of 1']);
    talk.client.sendMessage('And now?');
    // One status frame, and the end which counts as one.
    expect(await socket.next('message')).toMatchObject({ got: 4, shows: { status: 'THINKING', seen: 2 } });
    expect(socket.received.map(({ type }) => type)).not.toContain('playback');
  });

  test('counts every end, also of what was stopped', async () => {
    await using talk = await reading();
    const socket = await talk.begin();
    socket.send({ type: 'status', status: 'TALKING' });
    socket.send({ type: 'sentence', utterance: 1, index: 0, text: 'One.', markup: 'One.' });
    await expect.poll(() => talk.client.status).toBe('TALKING');
    talk.client.sendMessage('Stop!');
    await socket.next('message');
    socket.send({ ...whole(1, 'Two.'), index: 1 }, { type: 'status', status: 'THINKING' });
    await expect.poll(() => talk.client.status).toBe('THINKING');
    socket.send(whole(2, 'Yes.'));
    await expect.poll(() => talk.client.status).toBe('IDLE');
    talk.client.sendMessage('Next');
    expect(await socket.next('message')).toMatchObject({ got: 2, shows: { status: 'THINKING', seen: 4 } });
  });

  test('a receipt may come with a sentence; after a drop the hello tells what it has', async () => {
    await using talk = await reading();
    talk.double.taken = 0;
    const socket = await talk.begin();
    talk.client.sendMessage('one');
    await socket.next('message');
    socket.send(whole(1, 'Answer.', { ack: 1 }));
    await expect.poll(() => talk.client.status).toBe('IDLE');
    socket.drop();
    await nextState(talk.client, 'disconnected');
    Object.assign(talk.double, { status: 'IDLE', taken: 0 });
    talk.timers.advance(250);
    const back = await talk.double.socket();
    await nextState(talk.client, 'connected').catch(() => {});
    expect(back.received[0]).toMatchObject({ type: 'hello', got: 1 });
    expect(back.received.map(({ type }) => type)).not.toContain('message');
  });
});
