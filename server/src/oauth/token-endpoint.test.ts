import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  basic,
  newVerifier,
  type OauthScene,
  oauthScene,
  redirectUri,
  type Tokens,
} from './testing/oauth-scene.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const error = (status: number, code: string) => ({
  status,
  headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  body: { error: code, error_description: expect.any(String) },
});

describe('the token endpoint', () => {
  let scene: OauthScene;
  beforeAll(async () => {
    scene = await oauthScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const connect = () => scene.connect(scene.partner, scene.owner);
  const isAlive = async (token: string) => (await scene.avatars(token)).status === 200;

  it('[OA27] answers with the fields of RFC 6749 and the account, and forbids caches to store them', async () => {
    const answer = await scene.exchange(scene.partner, await connect());
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(Object.keys(answer.body as object).sort()).toEqual(
      ['access_token', 'account_id', 'expires_in', 'refresh_token', 'scope', 'token_type'].sort(),
    );
    expect(answer.body).toMatchObject({ account_id: scene.ours.accountId });
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('[OA11] [OA23] refuses a wrong verifier, a missing one, another redirect_uri and another client, and the code stays valid', async () => {
    const { partner } = scene;
    const connected = await connect();
    const other = await scene.makePartner('Other');
    const wrong = [
      scene.exchange(partner, { ...connected, verifier: newVerifier() }),
      scene.exchange(partner, connected, { redirect_uri: 'https://partner.example.com/callback' }),
      scene.exchange(other, connected),
      scene.exchange(partner, { ...connected, code: newVerifier() }),
    ];
    for (const answer of await Promise.all(wrong)) expect(answer).toMatchObject(error(400, 'invalid_grant'));
    const { code } = connected;
    const bare = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    expect(await scene.post('/oauth/token', partner, bare)).toMatchObject(error(400, 'invalid_grant'));
    expect(await scene.exchange(partner, connected)).toMatchObject({ status: 200 });
  });

  it('[OA11] refuses a code that has expired', async () => {
    const connected = await connect();
    await scene.sql`
      update oauth_items set expires_at = now() - interval '1 second' where kind = 'AuthorizationCode'`;
    expect(await scene.exchange(scene.partner, connected)).toMatchObject(error(400, 'invalid_grant'));
  });

  it('[OA11] makes codes that live for a minute', async () => {
    await connect();
    const [row] = await scene.sql<{ seconds: number }[]>`
      select extract(epoch from max(expires_at) - now())::int as seconds
      from oauth_items where kind = 'AuthorizationCode'`;
    expect(row?.seconds).toBeGreaterThan(0);
    expect(row?.seconds).toBeLessThanOrEqual(60);
  });

  it('[OA22] refuses wrong secrets, the webhook secret in place of the client secret, and unknown clients', async () => {
    const { partner } = scene;
    const connected = await connect();
    const wrong = [
      { id: partner.id, secret: partner.webhookSecret },
      { id: partner.id, secret: randomUUID() },
      { id: partner.id, secret: (await scene.makePartner('Other')).secret },
      { id: 'cli_unknown', secret: partner.secret },
    ];
    for (const client of wrong) {
      const answer = await scene.exchange(client, connected);
      expect(answer).toMatchObject(error(401, 'invalid_client'));
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="https:\/\/talk\.example\.com"/);
      expect(answer.text).not.toContain(client.secret);
    }
    expect(await scene.exchange(partner, connected)).toMatchObject({ status: 200 });
  });

  it('[OA22] takes the secret from the header only', async () => {
    const { code, verifier } = await connect();
    const { id, secret } = scene.partner;
    const fields = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
    const body = new URLSearchParams({ ...fields, client_id: id, client_secret: secret }).toString();
    const answer = await scene.test.send({ method: 'POST', url: '/oauth/token', headers: form, body });
    expect(answer).toMatchObject(error(401, 'invalid_client'));
    expect(answer.body).toMatchObject({ error_description: expect.stringContaining('Use HTTP Basic') });
    expect(answer.text).not.toContain(secret);
  });

  it.each(['/oauth/token', '/oauth/revoke'])(
    '[OA22] answers 401 without authentication at %s',
    async (url) => {
      const answer = await scene.test.send({ method: 'POST', url, headers: form, body: 'token=x' });
      expect(answer).toMatchObject(error(401, 'invalid_client'));
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="https:\/\/talk\.example\.com"/);
      expect(answer.body).toMatchObject({ error_description: expect.stringContaining('Use HTTP Basic') });
    },
  );

  it.each<[string, Record<string, string>, string]>([
    ['no grant_type', {}, 'invalid_request'],
    ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
    ['a password', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ])('[OA23] answers %s with the standard error', async (_what, fields, code) => {
    expect(await scene.post('/oauth/token', scene.partner, fields)).toMatchObject(error(400, code));
  });

  it.each<[string, Record<string, string>, string | Buffer]>([
    ['JSON', { 'content-type': 'application/json' }, '{"grant_type":"refresh_token"}'],
    ['more than 16 KiB', form, `grant_type=${'x'.repeat(17_000)}`],
    ['bytes that are no text', form, Buffer.from([0xff, 0x00, 0xc3, 0x28])],
    ['a broken encoding', form, '%%%=%'],
    ['a field twice', form, 'grant_type=refresh_token&grant_type=authorization_code'],
  ])('[OA23] answers %s in the same shape', async (_what, headers, body) => {
    const authorization = basic(scene.partner);
    const url = '/oauth/token';
    const answer = await scene.test.send({
      method: 'POST',
      url,
      headers: { ...headers, authorization },
      body,
    });
    expect(answer).toMatchObject(error(400, 'invalid_request'));
  });

  it.each(['Basic', 'Basic !!', 'Bearer abc', `Basic ${Buffer.from('nocolon').toString('base64')}`, 'x'])(
    '[OA22] [OA23] answers the header %j as a client that does not authenticate',
    async (authorization) => {
      const answer = await scene.test.send({
        method: 'POST',
        url: '/oauth/token',
        headers: { ...form, authorization },
        body: 'grant_type=refresh_token&refresh_token=x',
      });
      expect(answer).toMatchObject(error(401, 'invalid_client'));
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="https:\/\/talk\.example\.com"/);
    },
  );

  it('[OA24] gives fewer scopes for a refresh token, and never more', async () => {
    const tokens = await scene.tokens({}, { scope: 'read_avatars generate_tokens' });
    const fewer = await scene.refresh(scene.partner, tokens.refresh_token, { scope: 'read_avatars' });
    expect(fewer.body).toMatchObject({ scope: 'read_avatars' });
    const one = await scene.tokens({}, { scope: 'read_avatars' });
    const more = { scope: 'read_avatars generate_tokens' };
    const answer = await scene.refresh(scene.partner, one.refresh_token, more);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  it('[OA21] refuses a code that was used, and ends what it gave', async () => {
    const connected = await connect();
    const tokens = (await scene.exchange(scene.partner, connected)).body as Tokens;
    expect(await isAlive(tokens.access_token)).toBe(true);
    expect(await scene.exchange(scene.partner, connected)).toMatchObject(error(400, 'invalid_grant'));
    expect(await isAlive(tokens.access_token)).toBe(false);
    expect(await scene.refresh(scene.partner, tokens.refresh_token)).toMatchObject(
      error(400, 'invalid_grant'),
    );
  });

  it('[OA20] [OA21] gives tokens to exactly one of 20 exchanges of a code at the same instant, and ends them', async () => {
    for (let round = 0; round < 3; round++) {
      const connected = await connect();
      const racing = Array.from({ length: 20 }, () => scene.exchange(scene.partner, connected));
      const answers = await Promise.all(racing);
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toMatchObject(error(400, 'invalid_grant'));
      const tokens = winners[0]?.body as Tokens;
      expect(await isAlive(tokens.access_token)).toBe(false);
      expect(await scene.refresh(scene.partner, tokens.refresh_token)).toMatchObject({ status: 400 });
    }
  });

  it('[OA21] ends a whole family when a refresh token is used again', async () => {
    const first = await scene.tokens();
    const other = await scene.tokens();
    const second = (await scene.refresh(scene.partner, first.refresh_token)).body as Tokens;
    const third = (await scene.refresh(scene.partner, second.refresh_token)).body as Tokens;
    expect(await isAlive(third.access_token)).toBe(true);
    expect(await scene.refresh(scene.partner, first.refresh_token)).toMatchObject(
      error(400, 'invalid_grant'),
    );
    for (const { access_token: token } of [first, second, third]) expect(await isAlive(token)).toBe(false);
    expect(await scene.refresh(scene.partner, third.refresh_token)).toMatchObject({ status: 400 });
    expect(await isAlive(other.access_token)).toBe(true);
  });

  it('[OA20] [OA21] lets one of 10 uses of a refresh token at the same instant win, and ends the family', async () => {
    const { refresh_token: token } = await scene.tokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.refresh(scene.partner, token)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const tokens = winners[0]?.body as Tokens;
    expect(await isAlive(tokens.access_token)).toBe(false);
    expect(await scene.refresh(scene.partner, tokens.refresh_token)).toMatchObject({ status: 400 });
  });

  it('gives no client the refresh token of another, and lets none revoke it', async () => {
    const tokens = await scene.tokens();
    const other = await scene.makePartner('Other');
    expect(await scene.refresh(other, tokens.refresh_token)).toMatchObject(error(400, 'invalid_grant'));
    const fields = { token: tokens.access_token };
    expect(await scene.post('/oauth/revoke', other, fields)).toMatchObject(error(400, 'invalid_request'));
    expect(await isAlive(tokens.access_token)).toBe(true);
    for (const token of ['unknown', tokens.access_token])
      expect(await scene.post('/oauth/revoke', scene.partner, { token })).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: {},
      });
    expect(await scene.post('/oauth/revoke', scene.partner, {})).toMatchObject(error(400, 'invalid_request'));
  });
});
