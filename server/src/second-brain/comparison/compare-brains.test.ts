import type { BrainComparison } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, type ScriptedEndpoint, startEndpoint, until } from '../../live/testing/index.ts';

describe('the comparison of an avatar’s brains', () => {
  let app: LiveApp;
  let other: ScriptedEndpoint;
  beforeAll(async () => {
    app = await LiveApp.start();
    other = await startEndpoint({ CHAT: (request) => request.ok({ reply: 'Otherwise <mood/>.' }) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
  const compare = async (avatarId: number) => {
    const { body } = await app.test.operate({
      url: `/v1/accounts/${app.party.accountId}/avatars/${avatarId}/brains`,
    });
    return body as BrainComparison;
  };
  const say = async (avatarId: number, ...words: string[]) => {
    const { sessionId, wire } = await app.talk(avatarId);
    for (const word of words) {
      wire.say(word);
      await wire.listen();
    }
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    return sessionId;
  };

  it('[SB16] lays a shadow’s answers beside the real ones, and starts anew with the next trial', async () => {
    const avatarId = await app.avatar({ secondRole: 'shadow', secondEndpointUrl: other.url });
    const session = await say(avatarId, 'one', 'two');
    const seen = await until('two answers', async () => {
      const found = await compare(avatarId);
      return found.second.turns === 2 && found;
    });
    expect(seen).toMatchObject({
      role: 'shadow',
      hasSecond: true,
      stopped: null,
      first: { sessions: 1, turns: 2, failed: 0, interrupted: 0, characters: 13, ratings: 0, stars: null },
      second: { sessions: 1, turns: 2, failed: 0, interrupted: null, characters: 11, ratings: null },
      turns: ['two', 'one'].map((message) => ({
        session,
        message,
        first: { outcome: 'answered', text: `You said ${message}.`, problem: null },
        second: { outcome: 'answered', text: 'Otherwise <mood/>.', problem: null },
      })),
    });
    await app.changeAvatar(avatarId, { secondRole: 'off' });
    expect(await compare(avatarId)).toMatchObject({ role: 'off', second: { turns: 2 } });
    await app.changeAvatar(avatarId, { secondRole: 'shadow' });
    expect(await compare(avatarId)).toMatchObject({ first: { turns: 0 }, second: { turns: 0 }, turns: [] });
  });

  it('[SB16] shows failures and ratings of both brains of a canary, and why it was stopped', async () => {
    await using broken = await startEndpoint({ CHAT: (request) => request.answer(500, {}) });
    const avatarId = await app.avatar({
      secondRole: 'canary',
      canaryShare: 50,
      secondEndpointUrl: broken.url,
    });
    const sessions = [await say(avatarId, 'one', 'two', 'three'), await say(avatarId, 'one', 'two', 'three')];
    for (const id of sessions) {
      await app.test.sql`
        insert into ratings (session_id, stars, comment, rated_at)
        select id, case when canary then 1 else 5 end, '', now() from sessions where id = ${id}`;
    }
    const seen = await until('a stop', async () => {
      const found = await compare(avatarId);
      return found.stopped !== null && found;
    });
    expect(seen).toMatchObject({
      share: 0,
      stopped: '3 of its last 3 turns failed; the limit is 10 %.',
      first: { sessions: 1, turns: 3, failed: 0, ratings: 1, stars: 5 },
      second: { sessions: 1, turns: 3, failed: 3, interrupted: 0, ratings: 1, stars: 1, characters: null },
    });
    expect(seen.turns.map(({ message, first, second }) => [message, first, second.outcome])).toEqual([
      ['three', null, 'failed'],
      ['two', null, 'failed'],
      ['one', null, 'failed'],
    ]);
  });
});
