import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { liveScene, until } from '../testing/index.ts';
import { readFrame } from './frame-reader.ts';

const { app, avatarId } = await liveScene();
const failures = () => app.test.logged.filter(({ msg }) => msg === 'a socket failed and is closed');

describe('fields that the schema of a frame does not name', () => {
  it.each([
    ['{"type":"open","id":{"toString":1}}', { type: 'open' }],
    ['{"type":"bye","__proto__":{"id":1},"constructor":1}', { type: 'bye' }],
    [
      '{"type":"interrupt","id":2,"text":"x","heard":{"utterance":1,"text":"a","id":7}}',
      { type: 'interrupt', id: 2, heard: { utterance: 1, text: 'a' } },
    ],
  ])('[LV81] are left out of %s', (text, frame) => {
    expect(readFrame(text)).toStrictEqual({ ok: true, frame });
  });

  it('[LV81] are left out of every frame, also where another frame has them', async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    for (const type of ['open', 'ping', 'leaving']) wire.send({ type, id: { toString: 1 } });
    wire.send({ type: 'load', progress: 1, id: 7 });
    wire.say('still here');
    expect(await wire.listen()).toEqual(['You said still here.']);
    expect(wire.frames.filter(({ type }) => type === 'ack')).toEqual([]);
    expect(failures()).toEqual([]);
    await app.disconnect(sessionId);
  });
});

describe('a frame whose handler fails', () => {
  const broken = () => {
    throw new Error('broken');
  };

  it.each([
    ['throws', broken],
    ['rejects later', async () => Promise.resolve().then(broken)],
  ])('[LV82] that %s ends its socket only, with one line in the log', async (_how, open) => {
    const other = await app.talk(avatarId);
    const { wire, sessionId } = await app.talk(avatarId);
    await wire.quiet();
    const session = app.live.sessions.get(sessionId);
    if (session === undefined) throw new Error('there is no session');
    Object.defineProperty(session.conversation, 'open', { value: open, configurable: true });
    const before = failures().length;
    wire.send({ type: 'open' });
    wire.send({ type: 'open' });
    expect(await wire.closing()).toEqual({ code: closeCodes.failed, reason: 'internal error' });
    expect(failures().slice(before)).toMatchObject([{ level: 'error', sessionId }]);

    Reflect.deleteProperty(session.conversation, 'open');
    await until('the session has lost its client', () => !session.attached);
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.say('again');
    expect(await back.listen()).toEqual(['You said again.']);
    other.wire.say('me, too');
    expect(await other.wire.listen()).toEqual(['You said me, too.']);
  });
});
