import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from './testing/index.ts';

describe('a client that shows the status by itself', () => {
  let app: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    avatarId = await app.avatar();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const talk = async () => {
    const { wire, sessionId } = await app.talk(avatarId);
    await wire.status('IDLE');
    const statuses = () =>
      wire.frames.flatMap((frame) => (frame.type === 'status' ? [frame.status] : [])).slice(begun);
    const seen = () => wire.count('status');
    const begun = seen();
    return { wire, sessionId, statuses, seen };
  };

  it('[LV43] is not told it again', async () => {
    const { wire, sessionId, statuses, seen } = await talk();
    wire.say('hello', { shows: { status: 'THINKING', seen: seen() } });
    const { utterance, sentences } = await wire.next('utterance-end');
    wire.send({
      type: 'playback',
      utterance,
      sentences,
      done: true,
      shows: { status: 'IDLE', seen: seen() },
    });
    await wire.quiet();
    expect(statuses()).toEqual(['TALKING']);
    expect((await app.query(sessionId)).state.avatarStatus).toBe('IDLE');
  });

  it('[LV43] is told where the truth is another', async () => {
    const { wire, statuses, seen } = await talk();
    wire.say('<svc-register-tag tag="card" event="card-shown"/>', {
      shows: { status: 'THINKING', seen: seen() },
    });
    await wire.quiet();
    expect(statuses()).toEqual(['IDLE']);
  });

  it('[LV43] is told where it had not seen the last status', async () => {
    const { wire, statuses, seen } = await talk();
    wire.say('hello', { shows: { status: 'THINKING', seen: seen() - 1 } });
    await wire.listen();
    expect(statuses()).toEqual(['THINKING', 'TALKING', 'IDLE']);
  });

  it('[LV22] a number is confirmed before the end, and once for several', async () => {
    const { wire } = await talk();
    for (const id of [1, 2, 3]) wire.send({ type: 'platform', platform: 'native', id });
    wire.send({ type: 'bye' });
    await wire.next('end');
    const types = wire.frames.map((frame) => (frame.type === 'ack' ? `ack ${frame.id}` : frame.type));
    expect(types.filter((type) => type.startsWith('ack'))).toEqual(['ack 3']);
    expect(types.indexOf('ack 3')).toBeLessThan(types.indexOf('end'));
  });
});
