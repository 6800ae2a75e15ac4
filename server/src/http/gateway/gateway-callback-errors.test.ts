import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OwnerUnreachable } from '../../bus/index.ts';
import { LiveApp } from '../../live/testing/index.ts';

describe('errors of POST /gateway/callback', () => {
  let app: LiveApp;
  let avatarId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    avatarId = await app.avatar();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.test.send({ method: 'POST', url: '/gateway/callback', headers, body });
  const talk = async () => {
    const talking = await app.talk(avatarId);
    const { sessionId } = talking;
    await app.endpoint.next('LOGIN', sessionId);
    const bearer = { authorization: `Bearer ${app.endpoint.login(sessionId).authToken}` };
    return {
      ...talking,
      bearer,
      speak: (message: string, more: object = {}) => post({ sessionId, message, ...more }, bearer),
    };
  };
  const error = (status: number, sessionId: string) => ({
    status,
    body: { sessionId, status: 'ERROR', statusMessage: expect.stringMatching(/\S/) },
  });

  it.each([
    ['no token', undefined],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic abc'],
    ['nonsense', 'Bearer nonsense'],
  ])('401 for %s', async (_what, authorization) => {
    const { sessionId } = await talk();
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await post({ sessionId, message: 'hi' }, headers);
    expect(answer).toMatchObject(error(401, sessionId));
  });

  it.each([
    ['no token', undefined, 'Send the session’s authToken'],
    ['what is not a token of ours', 'Bearer nonsense', 'not an authToken'],
    ['another session’s token', null, 'not the authToken of this session'],
  ])('401 says what is wrong with %s', async (_what, authorization, cause) => {
    const [one, two] = [await talk(), await talk()];
    const headers =
      authorization === null ? one.bearer : authorization === undefined ? {} : { authorization };
    const answer = await post({ sessionId: two.sessionId, message: 'hi' }, headers);
    expect(answer).toMatchObject({
      status: 401,
      body: { sessionId: two.sessionId, statusMessage: expect.stringContaining(cause) },
    });
  });

  it('401 for another session’s token, living or not, and for a session that never was', async () => {
    const [one, two] = [await talk(), await talk()];
    const wrong = error(401, two.sessionId);
    expect(await post({ sessionId: two.sessionId, message: 'hi' }, one.bearer)).toMatchObject(wrong);
    await app.disconnect(two.sessionId);
    expect(await post({ sessionId: two.sessionId, message: 'hi' }, one.bearer)).toMatchObject(wrong);
    expect(await post({ sessionId: 'ses_never', message: 'hi' }, one.bearer)).toMatchObject(
      error(401, 'ses_never'),
    );
  });

  it.each([
    ['an empty body', '', '', /empty/],
    ['no JSON', '{', '', /not valid JSON/],
    ['no object', '[1]', '', /JSON object/],
    ['no session', { message: 'hi' }, '', /^sessionId must/],
    ['a session that is no text', { sessionId: 7, message: 'hi' }, '', /^sessionId must/],
    ['a session that is too long', { sessionId: 'x'.repeat(129), message: 'hi' }, '', /^sessionId must/],
    ['no message', { sessionId: 'X' }, 'X', /^message must/],
    ['a message that is no text', { sessionId: 'X', message: { text: 'hi' } }, 'X', /^message must/],
    [
      'an interrupt that is no boolean',
      { sessionId: 'X', message: 'hi', interrupt: 'yes' },
      'X',
      /^interrupt must/,
    ],
  ])('400 for %s, with the session that it names', async (_what, body, sessionId, cause) => {
    const { bearer } = await talk();
    expect(await post(body, bearer)).toMatchObject({
      status: 400,
      body: { sessionId, status: 'ERROR', statusMessage: expect.stringMatching(cause) },
    });
  });

  it('takes an interrupt that is null as none', async () => {
    const { speak } = await talk();
    expect(await speak('hi', { interrupt: null })).toMatchObject({ status: 200 });
  });

  it('500 with the session, if its process cannot be reached', async () => {
    const { sessionId, speak } = await talk();
    const gone = new OwnerUnreachable('gone');
    const callback = vi.spyOn(app.test.bus.sessions, 'callback').mockRejectedValueOnce(gone);
    expect(await speak('hi')).toMatchObject(error(500, sessionId));
    callback.mockRestore();
  });

  it('429 for a session that has ended, too: a token stays valid after its end', async () => {
    const { sessionId, speak } = await talk();
    await app.disconnect(sessionId);
    const statuses = (await Promise.all(Array.from({ length: 25 }, () => speak('hi')))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('404 once the session has ended', async () => {
    const { sessionId, speak } = await talk();
    await app.disconnect(sessionId);
    expect(await speak('Too late.')).toMatchObject(error(404, sessionId));
  });

  it('413 above 64 KiB, counted in bytes, and far above', async () => {
    const { sessionId, speak, wire } = await talk();
    expect(await speak('ä'.repeat(32_769))).toMatchObject(error(413, sessionId));
    expect(await speak('x'.repeat(600_000))).toMatchObject({ status: 413, body: { status: 'ERROR' } });
    expect(await speak(`${'\n'.repeat(65_531)}Yes.`)).toMatchObject({ status: 200 });
    expect(await wire.listen()).toEqual(['Yes.']);
  });

  it('429 above 20 at once and 10 a second, per session', async () => {
    const [one, two] = [await talk(), await talk()];
    const answers = await Promise.all(Array.from({ length: 25 }, () => one.speak('<unknown/>')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(error(429, one.sessionId));
    expect(await two.speak('hi')).toMatchObject({ status: 200 });
    app.test.clock.advance(200);
    expect(await one.speak('hi')).toMatchObject({ status: 200 });
    expect(await one.speak('hi')).toMatchObject({ status: 200 });
    expect(await one.speak('hi')).toMatchObject(error(429, one.sessionId));
  });

  it('405 for another method', async () => {
    expect(await app.test.send({ url: '/gateway/callback' })).toMatchObject({ status: 405 });
  });
});
