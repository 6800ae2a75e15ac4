import { maxSessionWordsBytes } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';
import { LiveApp } from '../testing/index.ts';

const messageBytes = 64 * 1024;
const letters = 'a'.repeat(60 * 1024);

describe('the words of a session', () => {
  let database: TestDatabase;
  let app: LiveApp;
  beforeAll(async () => {
    database = await testDatabase();
    app = await LiveApp.start({}, database);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** Messages as a session that is as long as this has stored them. */
  const fill = (sessionId: string, bytes: number) => app.test.sql`
    insert into messages (session_id, number, speaker, message, at)
    select ${sessionId}, number, case when number % 2 = 1 then 'user' else 'avatar' end, repeat('w', ${messageBytes}),
      now() from generate_series(1000, 999 + ${Math.ceil(bytes / messageBytes)}::integer) as number`;
  const restart = async () => {
    await app[Symbol.asyncDispose]();
    app = await LiveApp.start({}, database);
  };

  it('[LV48] a full session takes no more words, tells the sender, and goes on, after a restart, too', async () => {
    const avatarId = await app.avatar({ transcript: true, allowSay: true });
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('first');
    await wire.listen();
    const login = app.endpoint.login(sessionId);
    await fill(sessionId, maxSessionWordsBytes);
    await restart();
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    back.say('more');
    expect(await back.next('error')).toMatchObject({ code: 'session_full' });
    back.send({ type: 'say', text: 'more' });
    expect(await back.next('error')).toMatchObject({ code: 'session_full' });
    const answer = await app.test.send({
      method: 'POST',
      url: '/gateway/callback',
      headers: { authorization: `Bearer ${login.authToken}`, 'content-type': 'application/json' },
      body: { sessionId, message: 'more' },
    });
    expect(answer).toMatchObject({ status: 413, body: { sessionId, status: 'ERROR' } });
    await back.quiet();
    back.send({ type: 'bye' });
    expect((await back.next('end')).reason).toBe('hangup');
    expect((await app.record(sessionId)).transcript.map(({ message }) => message)).not.toContain('more');
  });

  it('[LV48] a session that has too much to say takes no more until some of it was said', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar());
    await app.endpoint.next('LOGIN', sessionId);
    const say = () => app.test.bus.sessions.callback(sessionId, { message: letters, interrupt: false });
    const outcomes: string[] = [];
    for (let count = 0; count < 10; count++) outcomes.push(await say());
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'too-many']));
    await wire.listen();
    expect(await say()).toBe('taken');
  });

  it('[LV49] [LV64] a longer session of an older version ends with the beginning of its transcript', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar({ transcript: true }));
    await wire.quiet();
    await fill(sessionId, 3 * maxSessionWordsBytes);
    await app.disconnect(sessionId);
    const view = await app.untilSettled(sessionId);
    const [event] = (await app.events(sessionId)).filter(({ name }) => name === 'session:conversation');
    const transcript = event?.details.transcript as { message: string }[];
    expect(event?.details).toMatchObject({ transcript_truncated: true, session_id: sessionId });
    expect(transcript.length * messageBytes).toBeGreaterThanOrEqual(maxSessionWordsBytes);
    expect(transcript.length * messageBytes).toBeLessThan(1.5 * maxSessionWordsBytes);
    expect(view).toMatchObject({ truncated: true });
    expect(view.transcript.length).toBeGreaterThan(0);
    const download = await app.test.operate({
      url: `/v1/accounts/${app.party.accountId}/sessions/${sessionId}/transcript?format=json`,
    });
    const whole = JSON.parse(download.text) as { transcript: unknown[] };
    expect(whole.transcript).toHaveLength((3 * maxSessionWordsBytes) / messageBytes);
  });
});
