import { closeCodes } from '@parley/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';
import { LiveApp, type ScriptedEndpoint, sequenceProblem, startEndpoint } from '../testing/index.ts';

describe('a planned stop and the next start', () => {
  let database: TestDatabase;
  let endpoint: ScriptedEndpoint;
  let app: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    database = await testDatabase();
    endpoint = await startEndpoint();
  });
  beforeEach(async () => {
    app = await LiveApp.start({}, database);
    avatarId = await app.avatar({ endpointUrl: endpoint.url });
    return () => app[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await endpoint[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const restart = async () => {
    await app[Symbol.asyncDispose]();
    app = await LiveApp.start({}, database);
  };
  const speak = async (sessionId: string, message: string) => {
    const outcome = await app.test.bus.sessions.callback(sessionId, { message, interrupt: false });
    expect(outcome).toBe('taken');
  };

  it('[LV36] [LV61] clients are told to come back, and hear the rest of what was being said', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await endpoint.next('LOGIN', sessionId);
    await speak(sessionId, 'One. Two. Three.');
    await speak(sessionId, 'Four. <svc-gesture name="nod"/>');
    const { utterance } = await wire.next('utterance-end');
    wire.send({ type: 'playback', utterance, sentences: 1, done: false });
    await wire.quiet();
    await restart();
    expect((await wire.next('restart')).afterMs).toBeGreaterThanOrEqual(0);
    expect((await wire.closing()).code).toBe(closeCodes.restart);
    expect(wire.frames.at(-1)?.type).toBe('restart');

    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(back.welcome).toMatchObject({ resumed: true, status: 'UNLOADED' });
    back.ready();
    expect(await back.listen()).toEqual(['Two.', 'Three.']);
    expect(await back.listen()).toEqual(['Four.']);
    expect(back.count('tag')).toBe(1);
    back.say('hello');
    expect(await back.listen()).toEqual(['You said hello.']);
    expect(endpoint.actions(sessionId)).toEqual(['LOGIN', 'CHAT']);
    const { transcript } = await app.record(sessionId);
    expect(transcript.map(({ message }) => message)).toEqual([
      'One.',
      'Two. Three.',
      'Four.',
      'hello',
      'You said hello.',
    ]);
    expect(await app.states(sessionId)).toEqual([
      'connecting',
      'connecting',
      'connected',
      'disconnected',
      'connecting',
      'connected',
    ]);
    expect(sequenceProblem(await app.connectionEvents(sessionId))).toBeNull();
  });

  it('[LV36] [LV61] utterances that wait for a disconnected user survive two restarts and are said once', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await endpoint.next('LOGIN', sessionId);
    await wire.quiet();
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    await speak(sessionId, 'You have mail.');
    await restart();
    await restart();
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    expect(await back.listen()).toEqual(['You have mail.']);
    back.cut();
    await app.untilState(sessionId, 'dropped');
    await restart();
    const again = await app.enter({ sessionId, resume: back.welcome.resume });
    again.ready();
    await again.quiet();
    expect(again.count('sentence')).toBe(0);
  });

  it('[LV14] [LV61] a session whose user does not come back ends after a grace period that begins with the start', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await endpoint.next('LOGIN', sessionId);
    await wire.quiet();
    await restart();
    await app.pass(19_999);
    expect(app.live.sessions.get(sessionId)).toBeDefined();
    await app.pass(1);
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    expect(endpoint.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
  });

  it('[LV5] [LV61] a ticket that was not used yet works after the start', async () => {
    const pass = await app.join(avatarId);
    await restart();
    const wire = await app.enter(pass);
    expect(wire.welcome.resumed).toBe(false);
    wire.ready();
    wire.say('hello');
    expect(await wire.listen()).toEqual(['You said hello.']);
  });

  it('[LV40] registered tags are remembered', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say(
      '<svc-register-tag ssml-tag="svc-custom-cart" event="cart"/><svc-register-tag ssml-tag="x" event="y"/>',
    );
    await wire.quiet();
    await restart();
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    await speak(sessionId, '<svc-custom-cart json="[1]"/>');
    expect(await back.next('tag')).toMatchObject({ event: 'cart', attributes: { json: '[1]' } });
    back.say('<svc-register-tag ssml-tag="svc-custom-cart" event="basket"/>');
    await back.quiet();
    await restart();
    const again = await app.enter({ sessionId, resume: back.welcome.resume });
    again.ready();
    await speak(sessionId, '<svc-custom-cart/><x/>');
    expect((await again.next('tag')).event).toBe('basket');
    expect((await again.next('tag')).event).toBe('y');
  });

  it('the platform is remembered: the same again is no change', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    wire.send({ type: 'platform', platform: 'media-stream' });
    await wire.next('event');
    await restart();
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.send({ type: 'platform', platform: 'media-stream' });
    await back.quiet();
    expect(back.count('event')).toBe(0);
    back.send({ type: 'platform', platform: 'native' });
    expect(await back.next('event')).toMatchObject({ details: { platform: 'native' } });
  });

  it('one session whose LOGIN facts cannot be opened does not keep the service from starting', async () => {
    const { sessionId, wire } = await app.talk(avatarId, { customString: 'x' });
    await wire.quiet();
    await database.sql`update sessions set login_sealed = 'broken' where id = ${sessionId}`;
    await restart();
    const back = await app.enter({ sessionId, resume: wire.welcome.resume });
    back.ready();
    back.say('hello');
    expect(await back.listen()).toEqual(['You said hello.']);
  });
});
