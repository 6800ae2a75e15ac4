import { describe, expect, test } from 'vitest';
import { conversation, nextEvent } from './testing/index.ts';

describe('the status that a client shows by itself', () => {
  const idle = async () => {
    const talk = await conversation();
    const socket = await talk.begin();
    const told = nextEvent(talk.client, 'status', ({ status }) => status === 'IDLE');
    socket.send({ type: 'status', status: 'IDLE' });
    await told;
    return { talk, socket };
  };

  test('a question makes it think at once, and says so to the service', async () => {
    const { talk, socket } = await idle();
    await using _ = talk;
    talk.client.sendMessage('Hello?');
    expect(talk.client.status).toBe('THINKING');
    expect((await socket.next('message')).shows).toEqual({ status: 'THINKING', seen: 1 });
  });

  test('tags alone do not', async () => {
    const { talk, socket } = await idle();
    await using _ = talk;
    talk.client.sendMessage('<card/>');
    expect(talk.client.status).toBe('IDLE');
    expect(await socket.next('message')).not.toHaveProperty('shows');
  });

  test('the end of what it says makes it listen where the microphone is open', async () => {
    const { talk, socket } = await idle();
    await using _ = talk;
    talk.client.setMicrophoneOpen(true);
    await socket.next('microphone');
    socket.send(
      { type: 'status', status: 'TALKING' },
      { type: 'sentence', utterance: 1, index: 0, text: 'Yes.', markup: 'Yes.' },
      { type: 'utterance-end', utterance: 1, sentences: 1 },
    );
    const { done, shows } = await socket.next('playback');
    expect(done).toBe(true);
    expect(shows).toEqual({ status: 'LISTENING', seen: 2 });
    expect(talk.client.status).toBe('LISTENING');
  });

  test('what waited for a new socket assumes nothing', async () => {
    const { talk, socket } = await idle();
    await using _ = talk;
    const gone = nextEvent(talk.client, 'connection', ({ state }) => state === 'disconnected');
    socket.drop();
    await gone;
    talk.client.sendMessage('Still there?');
    expect(talk.client.status).toBe('IDLE');
    Object.assign(talk.double, { status: 'IDLE' });
    talk.timers.advance(250);
    expect(await (await talk.double.socket()).next('message')).not.toHaveProperty('shows');
  });
});
