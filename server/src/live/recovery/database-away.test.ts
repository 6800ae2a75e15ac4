import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FlakyDatabase, flakyDatabase } from '../testing/flaky-database.ts';
import { LiveApp, sequenceProblem, until, Wire } from '../testing/index.ts';

describe('while the database is unavailable', () => {
  let database: FlakyDatabase;
  let app: LiveApp;
  let avatarId: number;
  let away = false;
  beforeAll(async () => {
    database = await flakyDatabase();
    app = await LiveApp.start({}, database);
    avatarId = await app.avatar({ transcript: true });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  const goAway = () => {
    away = true;
    database.goAway();
  };
  const comeBack = async () => {
    if (away) await database.comeBack();
    away = false;
  };
  afterEach(comeBack);

  it('conversations go on, and what was said is written afterwards', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('before');
    await wire.listen();
    goAway();
    wire.say('during');
    expect(await wire.listen()).toEqual(['You said during.']);
    await comeBack();
    wire.say('after');
    expect(await wire.listen()).toEqual(['You said after.']);
    const { transcript } = await app.record(sessionId);
    expect(transcript.map(({ message }) => message)).toEqual([
      'before',
      'You said before.',
      'during',
      'You said during.',
      'after',
      'You said after.',
    ]);
    expect(wire.count('event')).toBe(0);
  });

  it('drops and resumes wait for it, and all their events are stored afterwards', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await wire.quiet();
    goAway();
    wire.cut();
    await until('the drop is noticed', () => app.live.sessions.get(sessionId)?.attached === false);
    const back = await Wire.dial(app.url);
    back.hello({ sessionId, resume: wire.welcome.resume });
    await until('the return is noticed', () => app.live.sessions.get(sessionId)?.attached);
    expect(back.count('welcome')).toBe(0);
    await comeBack();
    expect(await back.next('welcome')).toMatchObject({ resumed: true });
    expect(await app.states(sessionId)).toEqual([
      'connecting',
      'connecting',
      'connected',
      'disconnected',
      'connecting',
      'connected',
    ]);
  });

  it('[LV53] an end is published when it is stored, and LOGOUT and transcript follow', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await app.endpoint.next('LOGIN', sessionId);
    wire.say('hello');
    await wire.listen();
    goAway();
    const session = app.live.sessions.get(sessionId);
    wire.send({ type: 'bye' });
    await until('it has ended', () => session?.ended);
    expect(wire.count('end')).toBe(0);
    await comeBack();
    expect((await wire.next('end')).reason).toBe('hangup');
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    expect((await app.events(sessionId)).at(-1)?.name).toBe('session:conversation');
    expect(sequenceProblem(await app.connectionEvents(sessionId))).toBeNull();
  });

  it('[LV53] LOGOUT is sent later if the post-session tasks could not be read', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await app.endpoint.next('LOGIN', sessionId);
    wire.say('hello');
    await wire.listen();
    await until('the login is noted', async () => (await app.record(sessionId)).login === 'done');
    const { postSessionTasks } = app.live;
    const { start } = postSessionTasks;
    postSessionTasks.start = (...args) => {
      goAway();
      start.apply(postSessionTasks, args);
    };
    try {
      expect(await app.disconnect(sessionId)).toMatchObject({ status: 200 });
      await until('the tasks are started without a database', () => away);
    } finally {
      postSessionTasks.start = start;
    }
    await until('a failure is logged', () =>
      app.test.logged.some(({ msg }) => msg === 'post-session tasks failed, trying again'),
    );
    await comeBack();
    await until('the LOGOUT', () => app.endpoint.actions(sessionId).includes('LOGOUT'));
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
  });

  it('[LV62] a session goes on with the last known settings of its avatar', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('hello');
    await wire.listen();
    goAway();
    // The cached avatar is too old now.
    app.test.clock.advance(10_000);
    wire.say('hello?');
    expect(await wire.listen()).toEqual(['You said hello?.']);
    await comeBack();
    wire.say('hello!');
    expect(await wire.listen()).toEqual(['You said hello!.']);
    expect(await app.untilTurns(sessionId, 3)).toMatchObject([{}, { outcome: 'answered' }, {}]);
  });

  it('no visitor can join, and all can again afterwards', async () => {
    goAway();
    expect(await app.authenticate(avatarId)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
    await comeBack();
    await until('joining works', async () => (await app.authenticate(avatarId)).status === 200);
  });
});
