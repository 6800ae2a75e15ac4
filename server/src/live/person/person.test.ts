import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PersonOutcome } from '../../bus/index.ts';
import { heldScene, until } from '../testing/index.ts';

const { app, held, avatarId } = await heldScene();
const ada = { id: 'mem_ada', name: 'Ada' };
const ben = { id: 'mem_ben', name: 'Ben' };
const { sessions } = app.test.bus;

const talk = async (id = avatarId) => {
  const { sessionId, wire } = await app.talk(id);
  await wire.status('IDLE');
  await held.next('LOGIN', sessionId);
  const take = (person = ada, cut = true, handBackMs = 120_000): Promise<PersonOutcome> =>
    sessions.person(sessionId, { kind: 'take', person, cut, handBackMs });
  const say = (text: string, { id: personId } = ada, id: string = randomUUID()): Promise<PersonOutcome> =>
    sessions.person(sessionId, { kind: 'say', personId, id, text });
  const does = (kind: 'typing' | 'release', { id: personId } = ada) =>
    sessions.person(sessionId, { kind, personId });
  const callback = (message: string) => sessions.callback(sessionId, { message, interrupt: true });
  return { sessionId, wire, take, say, does, callback, resume: wire.welcome.resume };
};
const chatsOf = (sessionId: string) => held.of(sessionId, 'CHAT').length;
const personOf = async (sessionId: string) => {
  const [row] = await app.test.sql<
    { person: unknown }[]
  >`select person from sessions where id = ${sessionId}`;
  return row?.person;
};

describe('a person who takes over', () => {
  it('[LV93] [LV95] speaks through the avatar, and the brain is asked what they left unanswered', async () => {
    const { sessionId, wire, take, say, does, callback } = await talk();
    expect(await take()).toEqual({ outcome: 'done' });
    wire.say('Hello?');
    await wire.quiet();
    await expect
      .poll(() => personOf(sessionId))
      .toMatchObject({ ...ada, unanswered: [{ message: 'Hello?' }] });
    expect(await callback('Your parcel is here.')).toBe('taken');
    expect(await say('Good morning. How can I help?')).toEqual({ outcome: 'done' });
    expect(await wire.listen()).toEqual(['Good morning.', 'How can I help?']);
    wire.say('Where is my parcel?');
    await wire.quiet();
    expect(chatsOf(sessionId)).toBe(0);
    expect(await does('release')).toEqual({ outcome: 'done' });
    expect(await wire.listen()).toEqual(['Your parcel is here.']);
    const chat = await held.next('CHAT', sessionId);
    expect(chat.body).toEqual({ action: 'CHAT', sessionId, message: 'Where is my parcel?' });
    chat.ok({ reply: 'On its way.' });
    await wire.listen();
    await expect.poll(() => personOf(sessionId)).toBeNull();
    await app.disconnect(sessionId);
    const { turns, transcript } = await app.untilSettled(sessionId);
    expect(transcript).toMatchObject([
      { speaker: 'user', message: 'Hello?' },
      { speaker: 'avatar', message: 'Good morning. How can I help?', source: 'person' },
      { speaker: 'user', message: 'Where is my parcel?' },
      { speaker: 'avatar', message: 'Your parcel is here.' },
      { speaker: 'avatar', message: 'On its way.' },
    ]);
    expect(turns.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'chat person',
      'callback said',
      'person said',
      'chat answered',
    ]);
  });

  it('[LV94] takes a question from the brain, and gives it back with its number', async () => {
    const { sessionId, wire, take, does } = await talk();
    wire.say('Are you there?');
    const first = await held.next('CHAT', sessionId);
    await take();
    await until('the request is given up', () => first.response.destroyed);
    await does('release');
    const again = await held.next('CHAT', sessionId);
    expect(again.body).toEqual(first.body);
    again.ok({ reply: 'Yes.' });
    expect(await wire.listen()).toEqual(['Yes.']);
    expect(await app.untilTurns(sessionId, 1)).toMatchObject([{ number: 1, outcome: 'answered' }]);
  });

  it('[LV95] [LV96] says repeated words once, and nobody else may speak', async () => {
    const { wire, take, say, does } = await talk();
    expect(await say('Too early.')).toEqual({ outcome: 'not-yours' });
    const both = await Promise.all([take(ada), take(ben)]);
    expect(both).toEqual([{ outcome: 'done' }, { outcome: 'not-yours', by: ada }]);
    expect(await take(ada)).toEqual({ outcome: 'done' });
    for (const act of [say('I am Ben.', ben), does('typing', ben), does('release', ben)])
      expect(await act).toEqual({ outcome: 'not-yours', by: ada });
    for (let times = 0; times < 3; times++)
      expect(await say('Once.', ada, 'w1')).toEqual({ outcome: 'done' });
    expect(await wire.listen()).toEqual(['Once.']);
    await say('Again.', ada, 'w2');
    expect(await wire.listen()).toEqual(['Again.']);
  });

  it('[LV97] shows THINKING while they type, until six seconds after the last sign', async () => {
    const { wire, take, does } = await talk();
    await take();
    await does('typing');
    await wire.status('THINKING');
    await app.pass(5_000);
    await does('typing');
    await app.pass(5_900);
    await wire.quiet();
    expect(wire.count('status')).toBe(3);
    await app.pass(200);
    await wire.status('IDLE');
  });

  it('[LV98] hands back after their silence, but not while their words are said', async () => {
    const { sessionId, wire, take, say } = await talk();
    await take(ada, true, 15_000);
    const present = () => sessions.watch(sessionId, { after: null, waitMs: 0, personId: ada.id });
    await say('A long story.');
    const { utterance } = await wire.next('utterance-end');
    await app.pass(14_000);
    await present();
    await app.pass(5_000);
    await expect.poll(() => personOf(sessionId)).toMatchObject(ada);
    wire.heard(utterance, 1);
    await wire.quiet();
    await app.pass(14_900);
    expect((await present())?.now.person).toEqual(ada);
    await app.pass(200);
    expect((await present())?.now.person).toBeNull();
    await expect.poll(() => personOf(sessionId)).toBeNull();
  });

  it('[LV98] hands back when nothing came from them for 20 seconds, and watching is a sign', async () => {
    const { sessionId, wire, take } = await talk();
    await take();
    await wire.next('people', ({ answering }) => answering);
    wire.say('Hello?');
    const watchAs = ({ id: personId }: typeof ada) =>
      sessions.watch(sessionId, { after: null, waitMs: 0, personId });
    const pass = async (ms: number) => {
      await app.pass(ms);
      await wire.quiet();
    };
    for (let times = 0; times < 4; times++) {
      await pass(9_000);
      await watchAs(ada);
    }
    for (let times = 0; times < 2; times++) {
      await pass(9_900);
      expect((await watchAs(ben))?.now.person).toEqual(ada);
    }
    expect(chatsOf(sessionId)).toBe(0);
    await pass(200);
    expect((await held.next('CHAT', sessionId)).body).toMatchObject({ message: 'Hello?' });
    await wire.next('people', ({ answering }) => !answering);
  });

  it('[LV99] keeps the session while its client is away, and what is held is said once', async () => {
    const { sessionId, wire, take, say, does, callback, resume } = await talk();
    await take();
    await callback('News.');
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    expect(await say('Welcome back.')).toEqual({ outcome: 'done' });
    const back = await app.enter({ sessionId, resume });
    await back.next('people', ({ answering }) => answering);
    expect(await back.listen()).toEqual(['Welcome back.']);
    await does('release');
    expect(await back.listen()).toEqual(['News.']);
    const [row] = await app.test.sql`select unsaid, person from sessions where id = ${sessionId}`;
    expect({ ...row }).toEqual({ unsaid: null, person: null });
  });

  it('[LV62] [LV99] a callback is confirmed when it is stored, and not before', async () => {
    const { sessionId, take, callback } = await talk();
    await take();
    const { sql } = app.test;
    const other = await sql.reserve();
    await other`begin`;
    await other`select from sessions where id = ${sessionId} for update`;
    let isConfirmed = false;
    const confirmed = callback('News.').finally(() => {
      isConfirmed = true;
    });
    await until('its write waits', async () => {
      const [{ waiting } = { waiting: 0 }] = await other<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_locks where not granted`;
      return waiting > 0;
    });
    expect(isConfirmed).toBe(false);
    await other`commit`;
    other.release();
    expect(await confirmed).toBe('taken');
    const [row] = await sql`select unsaid from sessions where id = ${sessionId}`;
    expect(JSON.stringify(row)).toContain('News.');
  });

  it('[LV85] [LV93] half of a character in what the visitor claims to have heard spoils nothing', async () => {
    const { sessionId, wire, take, does } = await talk();
    wire.say('Who are you?');
    (await held.next('CHAT', sessionId)).ok({ reply: 'Hi 😀, I am Mara.' });
    const { utterance } = await wire.next('sentence');
    wire.send({ type: 'interrupt', heard: { utterance, text: 'Hi \ud83d' } });
    await wire.next('stop');
    await take();
    wire.send({ type: 'message', text: 'Hello \0 there?', heard: { utterance, text: 'Hi \ud83d' } });
    await expect
      .poll(() => personOf(sessionId))
      .toMatchObject({ unanswered: [{ message: 'Hello  there?' }] });
    expect(await does('release')).toEqual({ outcome: 'done' });
    await app.disconnect(sessionId);
    expect((await app.untilSettled(sessionId)).transcript[1]).toMatchObject({ message: 'Hi' });
  });

  it('[LV102] is announced to the visitor only if the avatar tells it', async () => {
    const silent = await app.avatar({ endpointUrl: held.url, tellsTakeover: false });
    const { wire, take } = await talk(silent);
    await take();
    expect(await wire.next('people')).toEqual({ type: 'people', answering: false, wantsWords: true });
    await wire.quiet();
    expect(wire.count('people')).toBe(1);
  });

  it('a session that has ended belongs to nobody', async () => {
    const { sessionId, take, say } = await talk();
    await take();
    await app.disconnect(sessionId);
    expect(await take()).toEqual({ outcome: 'ended' });
    expect(await say('Anybody?')).toEqual({ outcome: 'ended' });
    expect(await sessions.watch(sessionId, { after: null, waitMs: 0, personId: null })).toBeNull();
    await expect.poll(() => personOf(sessionId)).toBeNull();
  });
});
