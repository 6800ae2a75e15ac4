import { encodeAudio, maxSpokenMessageBytes, maxUserMessageBytes } from '@parley/protocol/wire';
import { describe, expect, test } from 'vitest';
import type { LiveEvents, Sentence } from './index.ts';
import type { PlaybackReport } from './playback.ts';
import { conversation, nextEvent } from './testing/index.ts';

const sentence = (utterance: number, index: number, text: string) =>
  ({ type: 'sentence', utterance, index, text, markup: text }) as const;

describe('what the user sends', () => {
  test('goes out as frames, in the order of the calls', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const { client } = talk;
    client.sendMessage('typed');
    client.sendMessage('spoken', { spoken: true });
    client.sendMessage('<svc-register-tag ssml-tag="card" event="card"/>');
    client.sendMessageToAvatar('Say <emphasis>this</emphasis>.');
    client.interrupt();
    client.setMicrophoneOpen(true);
    client.userSpeech(true);
    client.userSpeech(false);
    client.clearContext();
    client.sendEvent('media:mic-ready', { device: 'usb' });
    client.setPlatform('media-stream');
    client.setMicrophoneOpen(false);
    const ending = client.hangUp();
    socket.send({ type: 'end', reason: 'hangup' });
    await ending;
    await socket.closed;
    expect(socket.received.slice(3)).toEqual([
      { type: 'message', text: 'typed' },
      { type: 'message', text: 'spoken', spoken: true },
      { type: 'message', text: '<svc-register-tag ssml-tag="card" event="card"/>' },
      { type: 'say', text: 'Say <emphasis>this</emphasis>.' },
      { type: 'interrupt' },
      { type: 'microphone', open: true },
      { type: 'speech', active: true },
      { type: 'speech', active: false },
      { type: 'clear-context' },
      { type: 'event', name: 'media:mic-ready', details: { device: 'usb' } },
      { type: 'platform', platform: 'media-stream' },
      { type: 'microphone', open: false },
      { type: 'bye' },
    ]);
  });

  test('is refused by the client if it is too large, so that the socket stays open', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const errors: string[] = [];
    talk.client.on('error', ({ code }) => errors.push(code));
    expect(talk.client.sendMessage('ü'.repeat(maxUserMessageBytes / 2 + 1))).toBe(false);
    expect(talk.client.sendMessageToAvatar('x'.repeat(maxSpokenMessageBytes + 1))).toBe(false);
    expect(talk.client.sendEvent('big', { data: 'x'.repeat(200_000) })).toBe(false);
    expect(errors).toEqual(['too_large', 'too_large', 'too_large']);
    expect(talk.client.sendMessage('ü'.repeat(maxUserMessageBytes / 2))).toBe(true);
    expect((await socket.next('message')).text).toHaveLength(maxUserMessageBytes / 2);
  });

  test('needs a conversation', async () => {
    await using talk = await conversation();
    const reported = nextEvent(talk.client, 'error');
    expect(talk.client.sendMessage('hello?')).toBe(false);
    expect(await reported).toMatchObject({ code: 'not_connected' });
  });
});

describe('what the avatar does', () => {
  test('a client without a face reports an utterance as heard when it ends', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const sentences: string[] = [];
    talk.client.on('sentence', ({ text }) => sentences.push(text));
    socket.send(sentence(1, 0, 'Good day.'), sentence(1, 1, 'How are you?'));
    socket.send({ type: 'utterance-end', utterance: 1, sentences: 2 });
    expect(await socket.next('playback')).toEqual({
      type: 'playback',
      utterance: 1,
      sentences: 2,
      done: true,
    });
    expect(sentences).toEqual(['Good day.', 'How are you?']);
    talk.client.sendMessage('Fine.');
    expect(await socket.next('message')).toEqual({ type: 'message', text: 'Fine.' });
  });

  test.each(['interrupt', 'message'] as const)('an %s carries the words that were heard', async (way) => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const second = nextEvent(talk.client, 'sentence', ({ index }) => index === 2);
    socket.send(sentence(4, 0, 'One.'), sentence(4, 1, ''), sentence(4, 2, 'Two.'));
    await second;
    const cut = nextEvent(talk.client, 'interrupted');
    if (way === 'interrupt') talk.client.interrupt();
    else talk.client.sendMessage('Wait!');
    expect(await socket.next(way)).toMatchObject({ heard: { utterance: 4, text: 'One. Two.' } });
    expect(await cut).toEqual({ utterance: 4, text: 'One. Two.', by: 'user' });
  });

  test('tags alone interrupt nothing', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const began = nextEvent(talk.client, 'sentence');
    socket.send(sentence(4, 0, 'One.'));
    await began;
    talk.client.sendMessage('<card json="{}"/>');
    expect(await socket.next('message')).not.toHaveProperty('heard');
    socket.send({ type: 'utterance-end', utterance: 4, sentences: 1 });
    await socket.next('playback');
  });

  test('late frames of a stopped utterance are ignored', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const sentences: string[] = [];
    talk.client.on('sentence', ({ text }) => sentences.push(text));
    const began = nextEvent(talk.client, 'sentence');
    socket.send(sentence(1, 0, 'One.'));
    await began;
    talk.client.interrupt();
    await socket.next('interrupt');
    socket.send(sentence(1, 1, 'Late.'), { type: 'utterance-end', utterance: 1, sentences: 2 });
    socket.send({ type: 'stop', utterance: 1 });
    socket.send(sentence(2, 0, 'Next.'), { type: 'utterance-end', utterance: 2, sentences: 1 });
    expect(await socket.next('playback')).toMatchObject({ utterance: 2 });
    expect(sentences).toEqual(['One.', 'Next.']);
  });

  test('the service can stop it', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const cut = nextEvent(talk.client, 'interrupted');
    socket.send(sentence(1, 0, 'One.'), { type: 'stop', utterance: 1 });
    expect(await cut).toEqual({ utterance: 1, text: 'One.', by: 'service' });
  });

  test('after a drop the numbers may start again', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const began = nextEvent(talk.client, 'sentence');
    socket.send(sentence(1, 0, 'One.'));
    await began;
    const cut = nextEvent(talk.client, 'interrupted');
    socket.drop();
    expect(await cut).toMatchObject({ by: 'drop' });
    talk.double.status = 'IDLE';
    talk.timers.advance(250);
    const next = await talk.double.socket();
    next.send(sentence(1, 0, 'One.'), { type: 'utterance-end', utterance: 1, sentences: 1 });
    await next.next('playback');
  });

  test('its status is reported when it changes; an unknown status is ignored', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const changes: LiveEvents['status'][] = [];
    talk.client.on('status', (change) => changes.push(change));
    const listening = nextEvent(talk.client, 'status', ({ status }) => status === 'LISTENING');
    socket.send({ type: 'status', status: 'IDLE' }, { type: 'status', status: 'IDLE' });
    socket.sendRaw('{"type":"status","status":"DREAMING"}');
    socket.send({ type: 'status', status: 'LISTENING' });
    await listening;
    expect(changes).toEqual([
      { status: 'IDLE', previous: 'UNLOADED' },
      { status: 'LISTENING', previous: 'IDLE' },
    ]);
    expect(talk.client.status).toBe('LISTENING');
  });

  test('frames, fields and kinds of a newer service do no harm', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const warnings: string[] = [];
    talk.client.on('warning', ({ message }) => warnings.push(message));
    const last = nextEvent(talk.client, 'event');
    socket.sendRaw('{"type":"weather","degrees":20}');
    socket.sendRaw('{"type":"toString"}');
    socket.sendRaw('not JSON');
    socket.sendRaw('null');
    socket.sendRaw('{"type":"sentence","utterance":"first"}');
    socket.sendRaw(new Uint8Array([9, 1, 2, 3]));
    socket.sendRaw('{"type":"event","name":"known","details":{"a":1},"extra":true}');
    expect(await last).toEqual({ name: 'known', details: { a: 1 } });
    expect(warnings).toHaveLength(5);
    expect(talk.client.state).toBe('connected');
  });

  test('what the service refused is reported', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const reported = nextEvent(talk.client, 'error');
    socket.send({ type: 'error', code: 'rate', message: 'Too many messages.' });
    expect(await reported).toEqual({ code: 'rate', message: 'Too many messages.' });
  });
});

describe('tags', () => {
  test('become events with their data', async () => {
    await using talk = await conversation();
    const socket = await talk.begin();
    const tags: LiveEvents['tag'][] = [];
    talk.client.on('tag', (tag) => tags.push(tag));
    const third = nextEvent(talk.client, 'tag', ({ name }) => name === 'svc-gesture');
    const warned = nextEvent(talk.client, 'warning');
    socket.send(
      { type: 'tag', name: 'card', event: 'show-card', attributes: { json: '{"id":5}' } },
      { type: 'tag', name: 'card', event: 'show-card', attributes: { json: '{id:5}' } },
      { type: 'tag', name: 'svc-gesture', attributes: { name: 'nod' } },
    );
    await third;
    expect(tags).toMatchObject([
      { name: 'card', event: 'show-card', json: { id: 5 }, warning: null },
      { name: 'card', event: 'show-card', json: '{id:5}', warning: expect.stringContaining('"card"') },
      { name: 'svc-gesture', event: null, json: null, attributes: { name: 'nod' }, warning: null },
    ]);
    expect(await warned).toMatchObject({ code: 'tag_json' });
  });
});

describe('a player', () => {
  test('gets the sentences and sounds, reports its progress, and returns what was heard', async () => {
    const played: (Sentence | string)[] = [];
    let report: PlaybackReport | undefined;
    await using talk = await conversation({
      player: (to) => {
        report = to;
        return {
          sentence: (given) => played.push(given.text),
          audio: ({ sound }) => played.push(`${sound.length} bytes`),
          utteranceEnd: (utterance, sentences) => played.push(`end of ${utterance} after ${sentences}`),
          stop: (utterance) => `half of ${utterance}`,
        };
      },
    });
    const socket = await talk.begin();
    const ended = nextEvent(talk.client, 'utterance-end');
    socket.send(sentence(1, 0, 'One.'));
    socket.sendRaw(encodeAudio({ utterance: 1, sentence: 0, sound: new Uint8Array(320) }));
    socket.send(sentence(1, 1, 'Two.'), { type: 'utterance-end', utterance: 1, sentences: 2 });
    await ended;
    expect(played).toEqual(['One.', '320 bytes', 'Two.', 'end of 1 after 2']);

    report?.played(1, 1);
    expect(await socket.next('playback')).toMatchObject({ sentences: 1, done: false });
    talk.client.sendMessage('Stop.');
    expect(await socket.next('message')).toMatchObject({ heard: { utterance: 1, text: 'half of 1' } });
    report?.finished(1, 2);
    talk.client.interrupt();
    expect(await socket.next('interrupt')).toEqual({ type: 'interrupt' });
  });
});
