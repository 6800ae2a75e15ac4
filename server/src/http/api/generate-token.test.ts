import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endpoints,
  makeKey,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

type Minted = { jwt: string; expires_in: number; avatar_id: string };

describe('POST /auth/generate-token', () => {
  let test: TestApp;
  let ours: TestAccount;

  beforeAll(async () => {
    test = await testApp();
    ours = await makeTestAccount(test.app, 'ours');
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(
        change,
        { accountId: ours.accountId, id: ours.keyId },
        { burst: 100_000, rate: 100_000 },
      ),
    );
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const ask = (body: unknown, { key = ours.key, headers = {} } = {}) =>
    test.send({
      method: 'POST',
      url: '/auth/generate-token',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body,
    });
  const mint = async (body: unknown): Promise<Minted> => {
    const { status, body: minted } = await ask(body);
    expect(status).toBe(200);
    return minted as Minted;
  };
  const publishedKeys = async () =>
    (await test.send({ url: '/.well-known/jwks.json' })).body as JSONWebKeySet;

  it('answers with exactly the token, its lifetime and its avatar', async () => {
    const { status, body } = await ask({ avatar_id: String(ours.avatarId) });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 120,
      avatar_id: String(ours.avatarId),
    });
  });

  it('signs claims that the published keys verify', async () => {
    const { jwt } = await mint({ avatar_id: String(ours.avatarId), expire_at: 600 });
    const { payload, protectedHeader } = await jwtVerify(jwt, createLocalJWKSet(await publishedKeys()), {
      issuer: testBaseUrl,
      audience: `avatar:${ours.avatarId}`,
      subject: ours.accountId,
      currentDate: new Date(test.clock.now()),
    });
    const issuedAt = Math.floor(test.clock.now() / 1000);
    expect(payload).toStrictEqual({
      iss: testBaseUrl,
      aud: `avatar:${ours.avatarId}`,
      sub: ours.accountId,
      avatar_id: String(ours.avatarId),
      iat: issuedAt,
      exp: issuedAt + 600,
      jti: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(protectedHeader.alg).toBe('EdDSA');
  });

  it('is no longer good once its lifetime is over', async () => {
    const { jwt } = await mint({ avatar_id: String(ours.avatarId), expire_at: 60 });
    const keys = createLocalJWKSet(await publishedKeys());
    const at = (secondsLater: number) =>
      jwtVerify(jwt, keys, { currentDate: new Date(test.clock.now() + secondsLater * 1000) });
    await expect(at(59)).resolves.toBeDefined();
    await expect(at(60)).rejects.toThrow(/exp/);
  });

  it('names a published key that signs with Ed25519', async () => {
    const { jwt } = await mint({ avatar_id: String(ours.avatarId) });
    const { kid } = decodeProtectedHeader(jwt);
    const { keys } = await publishedKeys();
    expect(keys.filter((key) => key.kid === kid)).toEqual([
      expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }),
    ]);
  });

  it('publishes an Ed25519 and an RSA key, and no private part of either', async () => {
    const { keys } = await publishedKeys();
    expect(keys.map((key) => key.alg).sort()).toEqual(['EdDSA', 'RS256']);
    expect(new Set(keys.map((key) => key.kid)).size).toBe(keys.length);
    const names = new Set(keys.flatMap((key) => Object.keys(key)));
    expect([...names].sort()).toEqual(['alg', 'crv', 'e', 'kid', 'kty', 'n', 'use', 'x']);
  });

  it('gives every token an id of its own', async () => {
    const all = await Promise.all(
      Array.from({ length: 300 }, () => mint({ avatar_id: String(ours.avatarId) })),
    );
    expect(new Set(all.map(({ jwt }) => decodeJwt(jwt).jti)).size).toBe(300);
  });

  it.each([60, 61, 120, 3599, 3600])('takes expire_at %d', async (expire_at) => {
    const minted = await mint({ avatar_id: String(ours.avatarId), expire_at });
    const { iat = 0, exp = 0 } = decodeJwt(minted.jwt);
    expect(minted.expires_in).toBe(expire_at);
    expect(exp - iat).toBe(expire_at);
  });

  it.each(['60.0', '6e1', '3.6e3'])('takes expire_at written as %s, a whole number in JSON', async (text) => {
    const minted = await mint(`{"avatar_id":"${ours.avatarId}","expire_at":${text}}`);
    expect(minted.expires_in).toBe(Number(text));
  });

  it.each(['59', '3601', '60.5', '"120"', 'null', 'true', '[120]', '{}', '-60', '0', '1e400', '120.0000001'])(
    'refuses expire_at %s with 19',
    async (text) => {
      const { status, body } = await ask(`{"avatar_id":"${ours.avatarId}","expire_at":${text}}`);
      expect(status).toBe(400);
      expect(body).toStrictEqual({
        error: { code: 19, message: 'expire_at must be between 60 and 3600 seconds' },
      });
    },
  );

  it.each([
    {},
    { avatar_id: 1001 },
    { avatar_id: '' },
    { avatar_id: null },
    { avatar_id: ['1001'] },
    { avatar_id: {} },
  ])('refuses %j with 7 and names avatar_id', async (body) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toStrictEqual({ error: { code: 7, message: expect.stringContaining('avatar_id') } });
  });

  it.each([
    '0',
    '-1',
    '1e3',
    ' 1001',
    '01001',
    '0x3e9',
    '1001.0',
    '9007199254740993',
    '１００１',
    'x'.repeat(200),
    '1001\0',
  ])('finds no avatar under %j', async (avatar_id) => {
    const answer = await ask({ avatar_id });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { code: 33 } });
  });

  it('ignores unknown fields', async () => {
    const text = `{"avatar_id":"${ours.avatarId}","max_session_duration":5,"__proto__":{"expire_at":1}}`;
    expect((await mint(text)).expires_in).toBe(120);
  });

  it('refuses an avatar from the moment it is deleted', async () => {
    const avatar = await testChange(test.sql, (change) =>
      test.app.avatars.create(change, ours.accountId, { name: 'Short-lived' }),
    );
    await mint({ avatar_id: String(avatar.id) });
    await testChange(test.sql, (change) => test.app.avatars.remove(change, avatar));
    expect((await ask({ avatar_id: String(avatar.id) })).body).toMatchObject({ error: { code: 33 } });
  });

  it('serves a key with an allowlist for the avatars on it', async () => {
    const { key } = await makeKey(test.app, ours.accountId, { avatarIds: [ours.avatarId] });
    expect(await ask({ avatar_id: String(ours.avatarId) }, { key })).toMatchObject({ status: 200 });
  });

  it.each([
    ['https://shop.example.com', 200],
    ['https://shop.example.com:8443', 200],
    [undefined, 403],
    ['null', 403],
    ['http://shop.example.com', 403],
    ['https://shop.example.com.evil.example', 403],
    ['https://shop.example.com:444', 403],
  ] as const)('answers a key limited to two origins from %s with %d', async (origin, status) => {
    const { key } = await makeKey(test.app, ours.accountId, {
      origins: ['https://SHOP.example.com/', 'https://shop.example.com:8443'],
    });
    const headers: Record<string, string> = origin === undefined ? {} : { origin };
    const answer = await ask({ avatar_id: String(ours.avatarId) }, { key, headers });
    expect(answer.status).toBe(status);
  });

  it('asks the database for nothing once key and avatar are known', async () => {
    const statements: string[] = [];
    await mint({ avatar_id: String(ours.avatarId) });
    Object.assign(test.sql.options, { debug: (_connection: number, text: string) => statements.push(text) });
    for (let i = 0; i < 200; i++) await mint({ avatar_id: String(ours.avatarId) });
    // The service's own timers may read such tables in the meantime. If tokens did, there would be 200 reads.
    const asked = statements.filter((text) => /api_keys|avatars|accounts|signing_keys|token/.test(text));
    expect(asked.length).toBeLessThan(100);
    await test.send(endpoints.avatars.request({ ...ours, sessionId: '' }));
    expect(statements.join()).toMatch(/avatars/);
  });
});
