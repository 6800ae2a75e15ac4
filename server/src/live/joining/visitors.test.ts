import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount } from '../../testing/app/index.ts';
import { LiveApp } from '../testing/index.ts';

describe('visitors', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const userOf = async (sessionId: string) => (await app.query(sessionId)).state.userId;
  const lastSeenOf = async (sessionId: string) => {
    const { body } = await app.endpoint.next('LOGIN', sessionId);
    return (body as { lastSeen: string }).lastSeen;
  };

  it('[LV6] the secret brings the number back, and lastSeen is the login before', async () => {
    const id = await app.avatar();
    const first = await app.join(id);
    await app.enter(first);
    const firstSeen = await lastSeenOf(first.sessionId);
    const number = await userOf(first.sessionId);
    expect(String(number)).toMatch(/^\d{13,16}$/);
    expect(firstSeen).toBe(new Date(app.test.clock.now()).toISOString().slice(0, 19).replace('T', ' '));

    app.test.clock.advance(3_600_000);
    const second = await app.join(id, { visitor: first.visitor });
    await app.enter(second);
    expect(await userOf(second.sessionId)).toBe(number);
    expect(second.visitor).toBe(first.visitor);
    expect(await lastSeenOf(second.sessionId)).toBe(firstSeen);

    const stranger = await app.join(id);
    expect(await userOf(stranger.sessionId)).not.toBe(number);
  });

  it('[LV6] the number alone is not a credential, and a text that is not our secret is replaced', async () => {
    const id = await app.avatar();
    const first = await app.join(id);
    const number = await userOf(first.sessionId);
    for (const visitor of [String(number), '', 'a', 'null', 'x'.repeat(256)]) {
      const other = await app.join(id, { visitor });
      expect(await userOf(other.sessionId)).not.toBe(number);
      expect(other.visitor).not.toBe(visitor);
    }
    const [a, b] = [await app.join(id, { visitor: '' }), await app.join(id, { visitor: '' })];
    expect(await userOf(a.sessionId)).not.toBe(await userOf(b.sessionId));
  });

  it.each(['7', '1000000000000', '4211000000000000', '9007199254740991', '9007199254740993', '1'.repeat(40)])(
    '[LV6] a page may name a user by the number %s, which is then not one of ours',
    async (userId) => {
      const id = await app.avatar();
      const { sessionId } = await app.join(id, { userId });
      const number = await userOf(sessionId);
      expect(String(number)).not.toBe(userId);
      const [event] = await app.events(sessionId);
      expect(event?.details.user_id).toBe(userId);
      expect(await userOf((await app.join(id, { userId })).sessionId)).toBe(number);
    },
  );

  it('[LV6] a user whom the page names keeps one number within the account, and not beyond it', async () => {
    const [id, other] = [await app.avatar(), await app.avatar()];
    const input = { userId: ' ann@example.com ', userName: 'Ann' };
    const first = await app.join(id, input);
    expect(first.visitor).toBeNull();
    const second = await app.join(other, { userId: 'ann@example.com' });
    expect(await userOf(second.sessionId)).toBe(await userOf(first.sessionId));
    const [event] = await app.events(first.sessionId);
    expect(event?.details).toMatchObject({ user_id: 'ann@example.com', user_name: 'Ann' });
    await app.enter(first);
    const login = await app.endpoint.next('LOGIN', first.sessionId);
    expect(login.body).toMatchObject({ userId: 'ann@example.com' });

    const theirs = await makeTestAccount(app.test.app, `theirs-${id}`);
    const third = await app.join(theirs.avatarId, input);
    const sight = await app.test.bus.sessions.find(third.sessionId);
    expect(sight?.state.userId).not.toBe(await userOf(first.sessionId));
  });

  it('[LV6] two sessions of one visitor at the same instant share the number', async () => {
    const id = await app.avatar();
    const { visitor } = await app.join(id);
    const joined = await Promise.all(Array.from({ length: 20 }, () => app.join(id, { visitor })));
    const numbers = await Promise.all(joined.map(({ sessionId }) => userOf(sessionId)));
    expect(new Set(numbers).size).toBe(1);
  });
});
