import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from '../testing/index.ts';

describe('what is published about a conversation', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const conversationOf = async (sessionId: string) => {
    await app.untilSettled(sessionId);
    return (await app.events(sessionId)).filter(({ name }) => name === 'session:conversation');
  };

  it('[LV14] session:conversation has the transcript, the times and a summary, once, after the end', async () => {
    const id = await app.avatar({ name: 'Grace', transcript: true, greeting: 'Welcome!' });
    const { sessionId, wire } = await app.talk(id, { userId: 'ann', userName: 'Ann' });
    const began = app.test.clock.now();
    await wire.listen();
    app.test.clock.advance(5_000);
    wire.say('What <svc-pause ms="1"/>is <emphasis>this</emphasis>?');
    await wire.listen();
    app.test.clock.advance(5_000);
    wire.say('<order json="1"/>');
    await wire.next('utterance-end');
    wire.say('stop', { heard: { utterance: 3, text: 'You' } });
    await wire.listen();
    await app.disconnect(sessionId);
    const events = await conversationOf(sessionId);
    expect(events).toHaveLength(1);
    expect(events[0]?.sequence).toBe((await app.events(sessionId)).length);
    expect(events[0]?.details).toEqual({
      session_id: sessionId,
      timestamp: app.test.clock.now(),
      avatar_id: String(id),
      avatar_name: 'Grace',
      user_id: 'ann',
      user_name: 'Ann',
      conversation_id: sessionId,
      conversation_start_time: began,
      conversation_end_time: app.test.clock.now(),
      transcript: [
        { speaker: 'avatar', message: 'Welcome!', timestamp: began },
        { speaker: 'user', message: 'What is this?', timestamp: began + 5_000 },
        { speaker: 'avatar', message: 'You said What is this?.', timestamp: began + 5_000 },
        { speaker: 'avatar', message: 'You', timestamp: began + 10_000, interrupted: true },
        { speaker: 'user', message: 'stop', timestamp: began + 10_000 },
        { speaker: 'avatar', message: 'You said stop.', timestamp: began + 10_000 },
      ],
      summary:
        'The user spoke 2 times, Grace 4 times. First question: “What is this?” Last answer: “You said stop.”',
    });
  });

  it('user_id is null if the page named no user, and the name is Guest', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar({ transcript: true }));
    await wire.quiet();
    await app.disconnect(sessionId);
    const [event] = await conversationOf(sessionId);
    expect(event?.details).toMatchObject({
      user_id: null,
      user_name: 'Guest',
      transcript: [],
      summary: 'Nothing was said.',
    });
    const [first] = await app.events(sessionId);
    expect(first?.details.user_id).toMatch(/^\d{13,16}$/);
  });

  it('is not published if the avatar does not have it enabled, nor for a session that never connected', async () => {
    const silent = await app.talk(await app.avatar({ transcript: false }));
    await silent.wire.quiet();
    await app.disconnect(silent.sessionId);
    expect(await conversationOf(silent.sessionId)).toEqual([]);
    const unused = await app.join(await app.avatar({ transcript: true }));
    await app.disconnect(unused.sessionId);
    expect(await conversationOf(unused.sessionId)).toEqual([]);
  });

  it('platform:state-changed is published only on a real change, to the client and to webhooks', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar());
    for (const platform of ['native', 'media-stream', 'media-stream', 'native', 'native']) {
      wire.send({ type: 'platform', platform });
    }
    await wire.quiet();
    const sent = wire.frames.flatMap((frame) => (frame.type === 'event' ? [frame] : []));
    expect(sent.map(({ name, details }) => [name, details.platform])).toEqual([
      ['platform:state-changed', 'media-stream'],
      ['platform:state-changed', 'native'],
    ]);
    const stored = await until('both are stored', async () => {
      const events = (await app.events(sessionId)).filter(({ name }) => name === 'platform:state-changed');
      return events.length === 2 && events;
    });
    expect(stored.map(({ details }) => details)).toEqual(sent.map(({ details }) => details));
    expect(stored[0]?.details).toEqual({
      platform: 'media-stream',
      session_id: sessionId,
      avatar_id: expect.any(String),
      user_id: expect.any(String),
      user_name: 'Guest',
      timestamp: app.test.clock.now(),
    });
  });

  it('agent:error is published if the record cannot be written, and the conversation goes on', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar());
    await wire.quiet();
    await app.test.sql`alter table messages rename to messages_away`;
    try {
      wire.say('hello');
      expect(await wire.listen()).toEqual(['You said hello.']);
      const frame = await wire.next('event');
      expect(frame).toMatchObject({
        name: 'agent:error',
        details: { error: 'Could not write the conversation history.', session_id: sessionId },
      });
    } finally {
      await app.test.sql`alter table messages_away rename to messages`;
    }
    await until('it is stored', async () =>
      (await app.events(sessionId)).some(({ name }) => name === 'agent:error'),
    );
    wire.say('still there?');
    expect(await wire.listen()).toEqual(['You said still there?.']);
  });
});
