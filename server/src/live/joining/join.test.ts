import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from '../testing/index.ts';

describe('POST /client/authenticate', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (status: number, code: string) => ({
    status,
    body: { error: { code, message: expect.stringMatching(/\S/) } },
  });

  it('[LV1] answers with the session, its secrets and the avatar’s public settings', async () => {
    const id = await app.avatar({ greeting: 'Hello!', maxSessionDuration: 90 });
    const { status, body, headers } = await app.authenticate(id);
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toEqual({
      sessionId: expect.stringMatching(/^ses_[a-z2-7]{24}$/),
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      resume: expect.stringMatching(/^[\w-]{43}$/),
      visitor: expect.stringMatching(/^[\w-]{43}$/),
      user: { id: expect.stringMatching(/^\d{13,16}$/), name: 'Guest' },
      avatar: {
        id: String(id),
        name: 'Ada',
        greeting: 'Hello!',
        look: '',
        model: null,
        portrait: null,
        voice: { provider: 'built-in' },
        language: 'en',
        hearing: {
          recogniser: 'built-in',
          language: 'en',
          recognisers: { en: 'built-in' },
          patience: 'normal',
          turnModel: null,
        },
        max_session_duration: 90,
        allow_transcript_download: false,
        ask_for_rating: false,
        movement: 'lively',
        push_to_talk: false,
        person_button: false,
        tells_watching: true,
      },
    });
    const { sessionId } = body as { sessionId: string };
    expect(await app.events(sessionId)).toMatchObject([
      {
        sequence: 1,
        name: 'connection:state-changed',
        details: {
          state: 'connecting',
          is_reconnect_attempt: false,
          max_session_duration: 90,
          session_id: sessionId,
          avatar_id: String(id),
          user_name: 'Guest',
        },
      },
    ]);
  });

  it('takes the avatar’s id as a number too', async () => {
    const id = await app.avatar();
    expect(await app.authenticate(id, { avatarId: id })).toMatchObject({ status: 200 });
  });

  it.each(['0', '-1', '1.5', 'x', '', '9007199254740993', '999999999'])(
    'knows no avatar "%s"',
    async (id) => {
      expect(await app.authenticate(id)).toMatchObject(refused(404, 'unknown_avatar'));
    },
  );

  it.each([
    ['no avatar', { avatarId: undefined }],
    ['an avatar that is a list', { avatarId: [1] }],
    ['a token that is no text', { token: 7 }],
    ['a user id over the limit', { userId: 'x'.repeat(257) }],
    ['a blank user id', { userId: '  ' }],
    ['a user id with a line break', { userId: 'a\nb' }],
    ['a custom string over the limit', { customString: 'x'.repeat(16_385) }],
  ])('refuses %s', async (_what, input) => {
    const answer = await app.authenticate(await app.avatar(), input);
    expect(answer).toMatchObject(refused(400, 'invalid'));
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([null, ''])('[LV85] takes %j in every optional field as no value', async (empty) => {
    const nothing = {
      token: empty,
      userId: empty,
      userName: empty,
      customString: empty,
      accessToken: empty,
      locale: empty,
      visitor: empty,
    };
    const open = await app.authenticate(await app.avatar(), nothing);
    expect(open).toMatchObject({
      status: 200,
      body: { user: { name: 'Guest' }, visitor: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const closed = await app.authenticate(await app.avatar({ private: true }), nothing);
    expect(closed).toMatchObject(refused(401, 'token_required'));
  });

  it.each(['', '[]', '{', '"x"', 'null'])('refuses the body %j', async (body) => {
    const answer = await app.test.send({ method: 'POST', url: '/client/authenticate', body });
    expect(answer).toMatchObject(refused(400, 'invalid'));
  });

  it.each(['999999999999', ' 1234567890123 ', '9007199254740992', 'u-1234567890123', '12 34567890123'])(
    '[LV6] takes the page’s user id "%s"',
    async (userId) => {
      expect(await app.authenticate(await app.avatar(), { userId })).toMatchObject({ status: 200 });
    },
  );

  it('answers a preflight for any page', async () => {
    const answer = await app.test.send({
      method: 'OPTIONS',
      url: '/client/authenticate',
      headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
    });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, traceparent',
    });
  });

  it('LOGIN carries everything that the page gave, and nothing else', async () => {
    const id = await app.avatar({ private: true });
    const token = await app.token(id);
    const input = { token, locale: 'de-AT', customString: 'shop=7', accessToken: 'at-1', userId: 'bob' };
    const full = await app.join(id, input);
    await app.enter(full);
    const { body, headers } = await app.endpoint.next('LOGIN', full.sessionId);
    expect(body).toEqual({
      action: 'LOGIN',
      sessionId: full.sessionId,
      userId: 'bob',
      locale: 'de-AT',
      lastSeen: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      authToken: expect.stringMatching(/\S/),
      callbackUrl: `${app.url}/gateway/callback`,
      accessToken: 'at-1',
      customString: 'shop=7',
      jwtToken: token,
    });
    expect(headers).toMatchObject({
      authorization: 'Bearer endpoint-key',
      'content-type': 'application/json',
    });
    const bare = await app.join(await app.avatar());
    await app.enter(bare);
    const login = await app.endpoint.next('LOGIN', bare.sessionId);
    expect(Object.keys(login.body).sort()).toEqual(
      ['action', 'authToken', 'callbackUrl', 'lastSeen', 'locale', 'sessionId', 'userId'].sort(),
    );
    expect(login.body).toMatchObject({ locale: 'en-US' });
  });

  it('the LOGIN facts are stored sealed and deleted when the session ends', async () => {
    const { sessionId } = await app.join(await app.avatar(), { customString: 'top-secret-string' });
    const sealed = async () => {
      const [row] = await app.test.sql<{ login_sealed: string | null }[]>`
        select login_sealed from sessions where id = ${sessionId}`;
      return row?.login_sealed;
    };
    expect(await sealed()).toEqual(expect.not.stringContaining('top-secret'));
    await app.disconnect(sessionId);
    await until('the sealed facts are gone', async () => (await sealed()) === null);
  });
});

describe('the join limit', () => {
  it('per source address: a burst, then as many as the rate allows, and a refusal costs nothing', async () => {
    await using app = await LiveApp.start({ JOIN_BURST: 5, JOIN_RATE: 2 });
    const id = await app.avatar();
    const from = (address: string) =>
      app.test.send({
        method: 'POST',
        url: '/client/authenticate',
        body: { avatarId: String(id) },
        from: address,
      });
    const statuses = async (count: number, address: string) =>
      (await Promise.all(Array.from({ length: count }, () => from(address)))).map(({ status }) => status);
    expect((await statuses(7, '198.51.100.1')).filter((status) => status === 200)).toHaveLength(5);
    expect(await from('198.51.100.1')).toMatchObject({
      status: 429,
      body: { error: { code: 'too_many_requests' } },
    });
    expect(await statuses(5, '198.51.100.2')).toEqual([200, 200, 200, 200, 200]);
    app.test.clock.advance(1_000);
    expect((await statuses(5, '198.51.100.1')).filter((status) => status === 200)).toHaveLength(2);
  });
});
