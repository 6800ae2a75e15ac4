import { watchAnswer } from '@parley/protocol/management';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { liveScene, until } from '../testing/index.ts';

const { app, connected } = await liveScene();
const { sessions } = app.test.bus;
const isAnswer = Compile(watchAnswer);

/** A watcher who collects what happens in a session. */
const watcher = async (sessionId: string) => {
  const ask = async (after: { epoch: string; n: number } | null, waitMs: number) => {
    const answer = await sessions.watch(sessionId, { after, waitMs, personId: null });
    if (answer === null) throw new Error('no such session');
    expect(isAnswer.Check(answer)).toBe(true);
    return answer;
  };
  const { epoch, last } = await ask(null, 0);
  const seen = async () => (await ask({ epoch, n: last }, 0)).entries;
  const kinds = async (...kinds: string[]) => (await seen()).filter(({ kind }) => kinds.includes(kind));
  return { ask, epoch, last, seen, kinds };
};

describe('watchers of a session', () => {
  it('[LV101] see words, sentences, states, times, tags and events as they happen', async () => {
    const { sessionId, wire } = await connected();
    app.endpoint.script.CHAT = (request) => request.ok({ reply: 'Hello. <card id="1"/>Bye.' });
    const { seen, kinds } = await watcher(sessionId);
    wire.send({ type: 'heard', text: 'How are' });
    wire.say('<svc-register-tag ssml-tag="card" event="card"/>');
    wire.say('How are you?', { spoken: true });
    await wire.listen();
    wire.send({ type: 'event', name: 'network:state-changed', details: { online: true } });
    await wire.quiet();
    expect(await kinds('heard', 'question', 'sentence', 'tag', 'said', 'event')).toMatchObject([
      { kind: 'heard', text: 'How are' },
      { kind: 'tag', name: 'svc-register-tag', from: 'page' },
      { kind: 'question', turn: 1, text: 'How are you?', spoken: true, message: 1 },
      { kind: 'sentence', index: 0, text: 'Hello.', by: 'brain' },
      { kind: 'tag', name: 'card', attributes: { id: '1' }, from: 'avatar' },
      { kind: 'sentence', index: 1, text: 'Bye.', by: 'brain' },
      { kind: 'said', text: 'Hello. Bye.', interrupted: false, by: 'brain', message: 2 },
      { kind: 'event', name: 'network:state-changed', details: { online: true } },
    ]);
    expect(await kinds('status')).toMatchObject(
      ['THINKING', 'TALKING', 'IDLE'].map((status) => ({ status })),
    );
    expect(await kinds('turn')).toMatchObject([{ turn: 1, outcome: 'answered', problem: null }]);
    const numbers = (await seen()).map(({ n }) => n);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('[LV101] see the person, what is held, and the end', async () => {
    const { sessionId, wire } = await connected();
    const { kinds, ask, epoch } = await watcher(sessionId);
    const person = { id: 'mem_ada', name: 'Ada' };
    await sessions.person(sessionId, { kind: 'take', person, cut: true, handBackMs: 60_000 });
    await sessions.callback(sessionId, { message: '<b>News.</b>', interrupt: false });
    await sessions.person(sessionId, { kind: 'typing', personId: person.id });
    await sessions.person(sessionId, { kind: 'say', personId: person.id, id: 'a', text: 'Hello.' });
    await wire.listen();
    await sessions.person(sessionId, { kind: 'release', personId: person.id });
    await wire.next('utterance-end');
    expect(await kinds('person', 'held', 'typing', 'said', 'sentence')).toMatchObject([
      { kind: 'person', person: { name: 'Ada' }, why: 'taken' },
      { kind: 'held', text: 'News.' },
      { kind: 'typing', active: true },
      { kind: 'typing', active: false },
      { kind: 'sentence', text: 'Hello.', by: 'person' },
      { kind: 'said', text: 'Hello.', by: 'person' },
      { kind: 'person', person: null, why: 'released' },
      { kind: 'sentence', text: 'News.', by: 'callback' },
    ]);
    const { last } = await ask({ epoch, n: 0 }, 0);
    const waiting = ask({ epoch, n: last }, 5_000);
    await app.disconnect(sessionId);
    expect(await waiting).toMatchObject({ ended: true });
    expect((await waiting).entries.at(-1)).toMatchObject({ kind: 'link', state: 'ended' });
  });

  it('[LV102] are told to the client while they are there, and it is asked for words', async () => {
    const { sessionId, wire, resume } = await connected();
    wire.send({ type: 'heard', text: 'nobody asked' });
    await wire.quiet();
    const { seen } = await watcher(sessionId);
    expect(await wire.next('people')).toEqual({ type: 'people', answering: false, wantsWords: true });
    for (let words = 0; words < 20; words++) {
      wire.send({ type: 'heard', text: `word ${words}` });
      wire.send({ type: 'event', name: 'media:mic-ready', details: {} });
    }
    await wire.quiet();
    expect((await seen()).filter(({ kind }) => kind === 'heard')).toHaveLength(8);
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    const back = await app.enter({ sessionId, resume });
    expect(await back.next('people')).toEqual({ type: 'people', answering: false, wantsWords: true });
    await app.pass(20_000);
    await back.quiet();
    await app.pass(10_000);
    expect(await back.next('people')).toEqual({ type: 'people', answering: false, wantsWords: false });
    await until('the log is gone', () => app.live.sessions.get(sessionId)?.people.arePresent === false);
  });
});
