import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looksLikeUserId } from '../kernel/index.ts';
import { makeTestAccount } from '../testing/app/index.ts';
import { LiveApp, until } from './testing/index.ts';

describe('POST /client/authenticate', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refusals = async () =>
    (await app.events(null)).filter(({ details }) => details.reason === 'auth_failed');
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
        voice: { provider: 'built-in' },
        hearing: { recogniser: 'built-in', language: 'en' },
        max_session_duration: 90,
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
  ])('refuses %s', async (_what, wish) => {
    const answer = await app.authenticate(await app.avatar(), wish);
    expect(answer).toMatchObject(refused(400, 'invalid'));
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['', '[]', '{', '"x"', 'null'])('refuses the body %j', async (body) => {
    const answer = await app.test.send({ method: 'POST', url: '/client/authenticate', body });
    expect(answer).toMatchObject(refused(400, 'invalid'));
  });

  it.each([
    '1000000000000',
    '9007199254740991',
    '1234567890123456',
    ' 1234567890123 ',
    '\u20031234567890123',
  ])('[LV6] refuses the page’s user id "%s", which could be a number of ours', async (userId) => {
    const answer = await app.authenticate(await app.avatar(), { userId });
    expect(answer).toMatchObject(refused(400, 'invalid'));
  });

  it.each(['999999999999', '9007199254740992', 'u-1234567890123', '12 34567890123'])(
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
      'access-control-allow-headers': 'content-type',
    });
  });

  describe('tokens', () => {
    it('[LV1] a private avatar takes its token once, and refuses all else', async () => {
      const id = await app.avatar({ private: true });
      expect(await app.authenticate(id)).toMatchObject(refused(401, 'token_required'));
      const token = await app.token(id);
      expect(await app.authenticate(id, { token })).toMatchObject({ status: 200 });
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_used'));
    });

    it('[LV1] a token of another avatar, another account or nobody does not open', async () => {
      const [id, other] = [await app.avatar({ private: true }), await app.avatar({ private: true })];
      const theirs = await makeTestAccount(app.test.app, `theirs-${id}`);
      const good = await app.token(id);
      const foreign = await app.test.send({
        method: 'POST',
        url: '/auth/generate-token',
        headers: { 'x-api-key': theirs.key, 'content-type': 'application/json' },
        body: { avatar_id: String(theirs.avatarId) },
      });
      const [head, claims, signature] = good.split('.');
      const forged = [
        await app.token(other),
        (foreign.body as { jwt: string }).jwt,
        `${head}.${claims}.${signature?.slice(0, -4)}AAAA`,
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
        'nonsense',
        '',
      ];
      for (const token of forged) {
        expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_invalid'));
      }
      expect(await app.authenticate(id, { token: good })).toMatchObject({ status: 200 });
    });

    it('[LV1] an expired token does not open', async () => {
      const id = await app.avatar({ private: true });
      const token = await app.token(id, 60);
      app.test.clock.advance(61_000);
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_expired'));
    });

    it('[LV2] a public avatar checks and consumes a token that it did not need', async () => {
      const id = await app.avatar();
      const token = await app.token(id);
      expect(await app.authenticate(id, { token: 'nonsense' })).toMatchObject(refused(401, 'token_invalid'));
      expect(await app.authenticate(id, { token })).toMatchObject({ status: 200 });
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_used'));
      expect(await app.authenticate(id)).toMatchObject({ status: 200 });
    });

    it('[LV4] each refusal on a private avatar is told once, without a session', async () => {
      const id = await app.avatar({ private: true, embedOrigins: ['https://shop.example.com'] });
      const before = (await refusals()).length;
      const origin = 'https://shop.example.com';
      const token = await app.token(id);
      await app.authenticate(id, { token: 'nonsense' }, { origin });
      await app.authenticate(id, {}, { origin });
      await app.authenticate(id, { token }, { origin: 'https://elsewhere.example.com' });
      await app.authenticate(id, { token }, { origin });
      await app.authenticate(id, { token }, { origin });
      const told = (await refusals()).slice(before);
      expect(told).toHaveLength(4);
      for (const { sequence, details } of told) {
        expect(sequence).toBeNull();
        expect(details).toEqual({
          state: 'disconnected',
          reason: 'auth_failed',
          will_attempt_reconnect: false,
          duration: 0,
          max_session_duration: -1,
          avatar_id: String(id),
          timestamp: expect.any(Number),
        });
      }
    });

    it('[LV4] a refusal on a public avatar is not told', async () => {
      const before = (await refusals()).length;
      const id = await app.avatar();
      await app.authenticate(id, { token: 'nonsense' });
      expect(await refusals()).toHaveLength(before);
    });

    it('[LV1] a token is not spent by a refusal that has nothing to do with it', async () => {
      const id = await app.avatar({ private: true, maxSessions: 1 });
      const first = await app.join(id, { token: await app.token(id) });
      const token = await app.token(id);
      expect(await app.authenticate(id, { token })).toMatchObject(refused(429, 'avatar_busy'));
      await app.disconnect(first.sessionId);
      expect(await app.authenticate(id, { token })).toMatchObject({ status: 200 });
    });

    it('[LV1] of 1,000 uses of one token at the same instant exactly one opens a session', async () => {
      const id = await app.avatar({ private: true });
      const token = await app.token(id);
      // While somebody else's session is being written all of them gather, so that many come into one batch.
      let answers: Awaited<ReturnType<LiveApp['authenticate']>>[] = [];
      let other: ReturnType<LiveApp['authenticate']> | undefined;
      const elsewhere = await app.avatar();
      await app.test.sql.begin(async (tx) => {
        await tx`lock table visitors in exclusive mode`;
        other = app.authenticate(elsewhere);
        await until('the other waits', async () => {
          const [row] = await app.test.sql<{ waits: boolean }[]>`
            select exists (select from pg_locks where not granted and relation = 'visitors'::regclass) as waits`;
          return row?.waits;
        });
        const all = Array.from({ length: 1_000 }, () => app.authenticate(id, { token }));
        await until('all are there', () => app.live.sessions.countOf(id) === 1_000);
        void Promise.all(all).then((given) => {
          answers = given;
        });
      });
      await until('all are answered', () => answers.length === 1_000);
      expect(await other).toMatchObject({ status: 200 });
      const opened = answers.filter(({ status }) => status === 200);
      expect(opened).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200);
      for (const answer of others) expect(answer).toMatchObject(refused(401, 'token_used'));
      const [count] = await app.test.sql<{ sessions: number; tokens: number }[]>`
        select (select count(*) from sessions where avatar_id = ${id}) as sessions,
          (select count(*) from used_tokens) as tokens`;
      expect(count?.sessions).toBe(1);
    });
  });

  describe('origins', () => {
    it('[LV3] an empty list takes every page', async () => {
      const id = await app.avatar();
      for (const headers of [{}, { origin: 'https://anywhere.example.com' }, { origin: 'null' }]) {
        expect(await app.authenticate(id, {}, headers)).toMatchObject({ status: 200 });
      }
    });

    it('[LV3] a list takes its pages and our own, and nobody else', async () => {
      const id = await app.avatar({ embedOrigins: ['https://shop.example.com', 'http://localhost:3000'] });
      for (const origin of ['https://shop.example.com', 'http://localhost:3000', app.url]) {
        expect(await app.authenticate(id, {}, { origin })).toMatchObject({ status: 200 });
      }
      for (const origin of [
        'http://shop.example.com',
        'https://shop.example.com:8443',
        'https://shop.example.com.evil.example',
        'https://evil.example?https://shop.example.com',
        'null',
        '',
      ]) {
        const answer = await app.authenticate(id, {}, { origin });
        expect(answer, origin).toMatchObject(refused(403, 'origin_not_allowed'));
      }
      expect(await app.authenticate(id)).toMatchObject(refused(403, 'origin_not_allowed'));
    });

    it('[LV3] our own page may be opened by any of our names', async () => {
      const id = await app.avatar({ embedOrigins: ['https://shop.example.com'] });
      const host = `localhost:${new URL(app.url).port}`;
      const own = await app.authenticate(id, {}, { host, origin: `http://${host}` });
      expect(own).toMatchObject({ status: 200 });
      for (const origin of ['http://localhost:1', `http://${host}.evil.example`, 'http://localhost']) {
        const answer = await app.authenticate(id, {}, { host, origin });
        expect(answer, origin).toMatchObject(refused(403, 'origin_not_allowed'));
      }
    });
  });

  describe('places', () => {
    it('an avatar with a limit takes so many at a time, and many at the same instant do not share the last place', async () => {
      const id = await app.avatar({ maxSessions: 3 });
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.authenticate(id)));
      const opened = answers.filter(({ status }) => status === 200);
      expect(opened).toHaveLength(3);
      expect(answers.find(({ status }) => status !== 200)).toMatchObject(refused(429, 'avatar_busy'));
      const [first] = opened.map(({ body }) => (body as { sessionId: string }).sessionId);
      await app.disconnect(first ?? '');
      expect(await app.authenticate(id)).toMatchObject({ status: 200 });
      expect(await app.authenticate(id)).toMatchObject(refused(429, 'avatar_busy'));
    });

    it('a place is given back where the session could not be made', async () => {
      const id = await app.avatar({ maxSessions: 1, private: true });
      const token = await app.token(id);
      const { sessionId } = await app.join(id, { token });
      await app.disconnect(sessionId);
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_used'));
      expect(await app.authenticate(id, { token: await app.token(id) })).toMatchObject({ status: 200 });
    });
  });

  describe('visitors', () => {
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
      expect(looksLikeUserId(String(number))).toBe(true);
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

    it('[LV6] the number itself opens nothing, and what is no secret of ours is replaced', async () => {
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

    it('[LV6] a user whom the page names keeps one number within the account, and not beyond it', async () => {
      const [id, other] = [await app.avatar(), await app.avatar()];
      const wish = { userId: ' ann@example.com ', userName: 'Ann' };
      const first = await app.join(id, wish);
      expect(first.visitor).toBeNull();
      const second = await app.join(other, { userId: 'ann@example.com' });
      expect(await userOf(second.sessionId)).toBe(await userOf(first.sessionId));
      const [event] = await app.events(first.sessionId);
      expect(event?.details).toMatchObject({ user_id: 'ann@example.com', user_name: 'Ann' });
      await app.enter(first);
      const login = await app.endpoint.next('LOGIN', first.sessionId);
      expect(login.body).toMatchObject({ userId: 'ann@example.com' });

      const theirs = await makeTestAccount(app.test.app, `theirs-${id}`);
      const third = await app.join(theirs.avatarId, wish);
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

  it('LOGIN carries all that the page gave, and nothing it did not', async () => {
    const id = await app.avatar({ private: true });
    const token = await app.token(id);
    const wish = { token, locale: 'de-AT', customString: 'shop=7', accessToken: 'at-1', userId: 'bob' };
    const full = await app.join(id, wish);
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

  it('what LOGIN carries is sealed at rest and gone with the end', async () => {
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

describe('the limit of joins', () => {
  it('per source address: so many at once, then as many as the rate allows, and a refusal costs nothing', async () => {
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
