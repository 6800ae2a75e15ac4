import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from '../../live/testing/index.ts';
import { testChange } from '../../testing/index.ts';
import { eraseVisitor, exportVisitor } from '../../user-data/index.ts';

const minuteMs = 60_000;

describe('POST /client/sessions/:session/rating', () => {
  let app: LiveApp;
  let asking: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    asking = await app.avatar({ askForRating: true });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  const talk = async (avatarId = asking) => {
    const { sessionId, wire } = await app.talk(avatarId);
    return { sessionId, token: wire.welcome.transcript ?? '' };
  };
  const end = async (sessionId: string) => {
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
  };
  let asked = 0;
  /** Each request comes from another address, so that the limit per address does not count. */
  const rate = async (
    sessionId: string,
    token: string,
    body: unknown = { stars: 4 },
    from = `203.0.113.${++asked}`,
  ) =>
    await app.test.send({
      method: 'POST',
      url: `/client/sessions/${sessionId}/rating`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      from,
    });
  const stored = async (sessionId: string) =>
    await app.test.sql`select stars, comment from ratings where session_id = ${sessionId}`;
  const visitorOf = async (sessionId: string) => {
    const [row] = await app.test.sql<{ id: string }[]>`
      select visitor_id::text as id from sessions where id = ${sessionId}`;
    return row?.id ?? '';
  };
  const refusal = (status: number, code: string) => ({
    status,
    body: { error: { code, message: expect.stringMatching(/\S/) } },
  });

  it('stores stars and a comment, and the last ones count', async () => {
    const { sessionId, token } = await talk();
    await end(sessionId);
    const first = await rate(sessionId, token, { stars: 2, comment: ' Slow\0 \ud83d ' });
    expect(first).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } });
    expect(await stored(sessionId)).toEqual([{ stars: 2, comment: 'Slow' }]);
    expect(await rate(sessionId, token, { stars: 4, comment: null })).toMatchObject({ status: 204 });
    expect(await stored(sessionId)).toEqual([{ stars: 4, comment: '' }]);
    expect(await rate(sessionId, token, { stars: 5 })).toMatchObject({ status: 204 });
    expect(await stored(sessionId)).toEqual([{ stars: 5, comment: '' }]);
  });

  it('400 for anything but one to five stars and a comment of 1,000 characters', async () => {
    const { sessionId, token } = await talk();
    for (const body of [{}, { stars: 0 }, { stars: 6 }, { stars: 2.5 }, { stars: '4' }, [], null])
      expect(await rate(sessionId, token, body), JSON.stringify(body)).toMatchObject({ status: 400 });
    expect(await rate(sessionId, token, { stars: 1, comment: 'x'.repeat(1_001) })).toMatchObject({
      status: 400,
    });
    expect(await stored(sessionId)).toEqual([]);
    expect(await rate(sessionId, token, { stars: 1, comment: 'x'.repeat(1_000) })).toMatchObject({
      status: 204,
    });
  });

  it('401 without the token of this session, or with that of another', async () => {
    const [mine, other] = [await talk(), await talk()];
    for (const wrong of ['', 'nonsense', mine.sessionId, other.token])
      expect(await rate(mine.sessionId, wrong), wrong).toMatchObject(refusal(401, 'not_allowed'));
    expect(await rate('ses_unknown', mine.token)).toMatchObject(refusal(401, 'not_allowed'));
    expect(await stored(mine.sessionId)).toEqual([]);
  });

  it('403 if the avatar does not ask, which is the default', async () => {
    const { sessionId, token } = await talk(await app.avatar());
    expect(await rate(sessionId, token)).toMatchObject(refusal(403, 'rating_off'));
  });

  it('works until ten minutes after the end of the session', async () => {
    const { sessionId, token } = await talk();
    await end(sessionId);
    app.test.clock.advance(10 * minuteMs - 1);
    expect(await rate(sessionId, token)).toMatchObject({ status: 204 });
    app.test.clock.advance(1);
    expect(await rate(sessionId, token, { stars: 1 })).toMatchObject(refusal(410, 'rating_expired'));
    expect(await stored(sessionId)).toEqual([{ stars: 4, comment: '' }]);
  });

  it('is in the visitor’s export, is erased with their data, and cannot come back', async () => {
    const { sessionId, token } = await talk();
    await rate(sessionId, token, { stars: 3, comment: 'My name is Grace' });
    await end(sessionId);
    const { accountId } = app.party;
    const visitor = await visitorOf(sessionId);
    const pieces = await Array.fromAsync(exportVisitor(app.test.sql, accountId, visitor, 0));
    expect(JSON.parse(pieces.join(''))).toMatchObject({
      sessions: [{ rating: { stars: 3, comment: 'My name is Grace' } }],
    });
    await testChange(app.test.sql, (change) => eraseVisitor(change, accountId, visitor));
    expect(await stored(sessionId)).toEqual([]);
    expect(await rate(sessionId, token)).toMatchObject(refusal(410, 'rating_expired'));
  });

  it('is deleted with the session', async () => {
    const { sessionId, token } = await talk();
    await rate(sessionId, token);
    await end(sessionId);
    await app.test.sql`delete from sessions where id = ${sessionId}`;
    expect(await stored(sessionId)).toEqual([]);
    expect(await rate(sessionId, token)).toMatchObject(refusal(404, 'not_found'));
  });

  it('429 for more than twenty at once from one address, and not for others', async () => {
    const { sessionId, token } = await talk();
    const from = '198.51.100.7';
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => rate(sessionId, token, { stars: 4 }, from)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 204)).toMatchObject(refusal(429, 'too_many_requests'));
    expect(await rate(sessionId, token)).toMatchObject({ status: 204 });
  });

  it('is announced to the page, and lets pages of other origins ask first', async () => {
    const { body } = await app.test.send({ url: `/client/avatars/${asking}` });
    expect(body).toMatchObject({ askForRating: true });
    const { status, headers } = await app.test.send({
      method: 'OPTIONS',
      url: '/client/sessions/ses_any/rating',
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('authorization, content-type');
    expect(headers['access-control-allow-methods']).toBe('POST');
  });
});
