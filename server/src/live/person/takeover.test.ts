import { describe, expect, it } from 'vitest';
import { createConversations } from '../../conversations/index.ts';
import { heldScene } from '../testing/index.ts';

const { app, held } = await heldScene();
const telling = await app.avatar({ endpointUrl: held.url, sendsTakeover: true });
const silent = await app.avatar({ endpointUrl: held.url });
const { sessions } = app.test.bus;
const ada = { id: 'mem_ada', name: 'Ada' };

const talk = async (avatarId: number) => {
  const { sessionId, wire } = await app.talk(avatarId);
  await wire.status('IDLE');
  let said = 0;
  return {
    sessionId,
    wire,
    take: () => sessions.person(sessionId, { kind: 'take', person: ada, cut: true, handBackMs: 60_000 }),
    release: () => sessions.person(sessionId, { kind: 'release', personId: ada.id }),
    async say(text: string) {
      await sessions.person(sessionId, { kind: 'say', personId: ada.id, id: `w${said++}`, text });
      await wire.listen();
    },
    async ask(message: string) {
      wire.say(message);
      await wire.quiet();
    },
    async chat(reply = 'Fine.') {
      const chat = await held.next('CHAT', sessionId);
      chat.ok({ reply });
      await wire.listen();
      return chat.raw;
    },
  };
};
const bodyOf = (sessionId: string, message: string, more = {}) =>
  JSON.stringify({ action: 'CHAT', sessionId, message, ...more });

describe('what a person said', () => {
  it('[LV100] reaches an endpoint that wants to know it, in the next CHAT and only there', async () => {
    const { sessionId, ask, take, say, release, chat } = await talk(telling);
    await ask('First?');
    expect(await chat()).toBe(bodyOf(sessionId, 'First?'));
    await take();
    await ask('Is anybody there?');
    await say('Yes. I am Ada.');
    await ask('Good.');
    await say('How can I help?');
    await ask('Where is it?');
    await release();
    const takeover = [
      { speaker: 'user', message: 'Is anybody there?' },
      { speaker: 'person', message: 'Yes. I am Ada.' },
      { speaker: 'user', message: 'Good.' },
      { speaker: 'person', message: 'How can I help?' },
    ];
    expect(await chat()).toBe(bodyOf(sessionId, 'Where is it?', { takeover }));
    await ask('Thanks.');
    expect(await chat()).toBe(bodyOf(sessionId, 'Thanks.'));
    await take();
    await release();
    await ask('Nothing was said.');
    expect(await chat()).toBe(bodyOf(sessionId, 'Nothing was said.'));
  });

  it('[LV100] is told again if the endpoint failed, and no more than its last 50 messages and 16 KiB', async () => {
    const { sessionId, wire, ask, take, say, release, chat } = await talk(telling);
    await take();
    for (let n = 1; n <= 30; n++) {
      await ask(`Question ${n}?`);
      app.test.clock.advance(1_000);
      await say(`Answer ${n}.`);
    }
    await release();
    await ask('Now?');
    const failed = await held.next('CHAT', sessionId);
    failed.answer(500, 'broken');
    await wire.listen();
    expect(JSON.parse(failed.raw).takeover).toHaveLength(50);
    await ask('And now?');
    expect(JSON.parse(await chat()).takeover).toEqual(JSON.parse(failed.raw).takeover);
    await take();
    await say('An early word.');
    for (const letter of ['a', 'b', 'c']) await say(`${letter.repeat(6_000)}.`);
    await release();
    await ask('Well?');
    const { takeover } = JSON.parse(await chat());
    expect(takeover.map(({ message }: { message: string }) => message[0])).toEqual(['b', 'c']);
  });

  it('[LV100] is told in the next CHAT if it was said while the endpoint answered', async () => {
    const { sessionId, wire, ask, take, say, release, chat } = await talk(telling);
    await take();
    await say('First.');
    const said = (id: string, text: string) =>
      sessions.person(sessionId, { kind: 'say', personId: ada.id, id, text });
    await said('w1', 'The question interrupts this.');
    await said('w2', 'Second.');
    const { utterance } = await wire.next('utterance-end');
    await release();
    await ask('Where is it?');
    const first = await held.next('CHAT', sessionId);
    expect(JSON.parse(first.raw).takeover).toEqual([{ speaker: 'person', message: 'First.' }]);
    wire.heard(utterance, 1);
    await wire.listen();
    first.ok({ reply: 'Here.' });
    await wire.listen();
    await ask('Thanks.');
    expect(JSON.parse(await chat()).takeover).toEqual([
      { speaker: 'user', message: 'Where is it?' },
      { speaker: 'person', message: 'Second.' },
    ]);
  });

  it('[LV100] is not in the bodies of other endpoints: they are the same byte for byte', async () => {
    const { sessionId, ask, take, say, release, chat } = await talk(silent);
    await take();
    await ask('Is anybody there?');
    await say('Yes.');
    await release();
    await ask('Where is it?');
    expect(await chat()).toBe(bodyOf(sessionId, 'Where is it?'));
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
    const login = held.of(sessionId, 'LOGIN')[0];
    const fields = ['action', 'sessionId', 'userId', 'locale', 'lastSeen', 'authToken', 'callbackUrl'];
    expect(Object.keys(JSON.parse(login?.raw ?? ''))).toEqual(fields);
    expect(held.of(sessionId, 'LOGOUT').map(({ raw }) => raw)).toEqual([
      JSON.stringify({ action: 'LOGOUT', sessionId }),
    ]);
  });

  it('[LV100] is history for a language model, in the words of the assistant', async () => {
    const { sessionId, ask, take, say } = await talk(silent);
    await take();
    await ask('Is anybody there?');
    await say('Yes.');
    const history = () => createConversations(app.test.sql).history(sessionId, 10, null);
    await expect.poll(history).toEqual([
      { role: 'user', content: 'Is anybody there?' },
      { role: 'assistant', content: 'Yes.' },
    ]);
  });
});
