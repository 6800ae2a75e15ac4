import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from '../../testing/index.ts';

describe('the record of a turn', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('[LV92] keeps message and reply as they were, if the transcript does not tell them', async () => {
    const { wire, sessionId } = await app.talk(await app.avatar());
    const replies = ['Plain words.', 'Two <offer id="7"/> things.', 'Odd blanks.', 'Only tags.'];
    app.endpoint.script.CHAT = (received) => received.ok({ reply: replies.shift() });
    for (const text of ['Hello', 'Hello again', 'Hello <buy/>  you', '<order json=\'{"n":1}\'/>']) {
      wire.say(text);
      await wire.listen();
    }
    const turns = await app.untilTurns(sessionId, 4);
    expect(turns.map(({ detail }) => detail)).toEqual([
      null,
      { reply: 'Two <offer id="7"/> things.' },
      { asked: 'Hello <buy/>  you' },
      { asked: '<order json=\'{"n":1}\'/>' },
    ]);
  });
});
