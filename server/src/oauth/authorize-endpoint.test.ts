import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testBaseUrl } from '../testing/app/index.ts';
import { challengeOf, newVerifier, type OauthScene, oauthScene, redirectUri } from './testing/oauth-scene.ts';

describe('the authorization endpoint', () => {
  let scene: OauthScene;
  const printed = ['log', 'info', 'warn', 'error'] as const;
  const spies = printed.map((name) => vi.spyOn(console, name));
  beforeAll(async () => {
    scene = await oauthScene();
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    // The OAuth library prints warnings about missing settings.
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  const challenge = challengeOf(newVerifier());
  const visit = async (
    more: Record<string, string>,
    without: readonly string[] = [],
    accept = 'text/html',
  ) => {
    const url = new URL(
      scene.authorizeUrl(scene.partner, { code_challenge: challenge, ...more }),
      testBaseUrl,
    );
    for (const name of without) url.searchParams.delete(name);
    scene.test.clock.advance(10_000);
    return await scene.test.send({ url: url.pathname + url.search, headers: { accept } });
  };
  const guarded = {
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };

  it('[OA4] sends the browser to the consent page, which like the redirect cannot be framed', async () => {
    const { status, headers, text } = await visit({});
    expect([status, text]).toEqual([303, '']);
    expect(headers).toMatchObject({
      ...guarded,
      location: expect.stringMatching(/^\/dashboard\/connect\/[\w-]+$/),
    });
    const page = await scene.test.send({ url: String(headers.location) });
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
    });
  });

  it.each<[string, Record<string, string>, readonly string[], string]>([
    ['an unknown client', { client_id: 'cli_unknown' }, [], 'invalid_client'],
    ['a client id with a NUL', { client_id: 'cli_\0' }, [], 'invalid_client'],
    ['no client', {}, ['client_id'], 'invalid_request'],
    [
      'a redirect_uri that is not registered',
      { redirect_uri: 'https://evil.example.com/' },
      [],
      'invalid_redirect_uri',
    ],
    [
      'one that begins like a registered one',
      { redirect_uri: `${redirectUri}&x=1` },
      [],
      'invalid_redirect_uri',
    ],
    ['no redirect_uri', {}, ['redirect_uri'], 'invalid_request'],
  ])('[OA10] shows %s on a page and does not redirect', async (_what, more, without, code) => {
    const page = await visit(more, without);
    expect([400, 401]).toContain(page.status);
    expect(page.headers).toMatchObject({ ...guarded, 'content-type': 'text/html; charset=utf-8' });
    expect(page.headers.location).toBeUndefined();
    expect(page.text).toContain('Could not connect the application');
    expect(page.text).toContain(code);
    expect(page.text).not.toMatch(/oidc|node_modules|\bat [\w.]+ \(/);
    const json = await visit(more, without, 'application/json');
    expect(json.body).toMatchObject({ error: code });
  });

  it.each<[string, Record<string, string>, readonly string[], string]>([
    ['no PKCE', {}, ['code_challenge', 'code_challenge_method'], 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, [], 'invalid_request'],
    ['a challenge in another form', { code_challenge: 'short' }, [], 'invalid_request'],
    ['an unknown scope', { scope: 'read_avatars admin' }, [], 'invalid_scope'],
    ['the scope openid', { scope: 'openid' }, [], 'invalid_scope'],
    ['the scope offline_access', { scope: 'read_avatars offline_access' }, [], 'invalid_scope'],
    ['an implicit token', { response_type: 'token' }, [], 'unsupported_response_type'],
    ['no response_type', {}, ['response_type'], 'invalid_request'],
    ['a form in place of a redirect', { response_mode: 'form_post' }, [], 'unsupported_response_mode'],
    ['a fragment', { response_mode: 'fragment' }, [], 'unsupported_response_mode'],
    ['a request object', { request: 'e30.e30.' }, [], 'request_not_supported'],
    ['no prompt', { prompt: 'none' }, [], 'interaction_required'],
  ])('[OA11] [OA12] answers %s at the redirect_uri', async (_what, more, without, code) => {
    const { status, headers } = await visit(more, without);
    expect(status).toBe(303);
    const back = new URL(String(headers.location).replace('#', '&'));
    expect(back.origin).toBe('https://partner.example.com');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: code,
      state: 'state-1',
      iss: testBaseUrl,
    });
  });

  it('[OA33] stores no request with a long query, and does not redirect', async () => {
    const stored = async () => (await scene.test.sql`select from oauth_items`).length;
    const before = await stored();
    const { status, headers, text } = await visit({ state: 'x'.repeat(4_096) });
    expect(status).toBe(400);
    expect(headers).toMatchObject(guarded);
    expect(headers.location).toBeUndefined();
    expect(text).toContain('invalid_request');
    expect(await stored()).toBe(before);
    expect((await visit({ state: 'x'.repeat(2_048) })).headers.location).toMatch(/^\/dashboard\/connect\//);
    expect(await stored()).toBe(before + 1);
  });

  it('[OA11] answers no form, also for a request with several faults', async () => {
    const answer = await visit({ response_mode: 'form_post' }, ['code_challenge']);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('<form');
  });

  it('takes prompts that ask for what happens anyway', async () => {
    for (const prompt of ['consent', 'login', 'login consent'])
      expect((await visit({ prompt })).headers.location).toMatch(/^\/dashboard\/connect\//);
  });

  it('shows texts of a request as texts', async () => {
    const { text } = await visit({ client_id: '<script>alert(1)</script>', prompt: '"><img src=x>' });
    expect(text).not.toMatch(/<script>|<img/);
  });

  it.each(['nothing', '%00', '..%2f..', 'a'.repeat(90)])(
    '[OA10] shows a page for an unknown request: %s',
    async (uid) => {
      const answer = await scene.test.send({
        url: `/oauth/authorize/${uid}`,
        headers: { accept: 'text/html' },
      });
      expect(answer).toMatchObject({ status: 400, headers: guarded });
      expect(answer.text).toContain('This request has expired');
    },
  );

  it('[OA40] answers 500 with a page and a log line without details when the database fails', async () => {
    await scene.sql`alter table oauth_items rename to oauth_items_away`;
    const page = await visit({ state: 'canary-state' });
    await scene.sql`alter table oauth_items_away rename to oauth_items`;
    const [line] = scene.test.logged.filter(({ level }) => level === 'error');
    expect(line).toMatchObject({ msg: 'an OAuth request failed', err: { code: '42P01' } });
    expect(JSON.stringify(line)).not.toContain('canary-state');
    expect(page).toMatchObject({ status: 500, headers: guarded });
    expect(page.text).toContain('Something went wrong on our side');
    expect(page.text).not.toMatch(/oauth_items|canary/);
  });

  it('[OA33] is limited for each source, and so is the token endpoint, each in its own shape', async () => {
    scene.test.clock.advance(3_600_000);
    const from = '198.18.9.9';
    const browser = () =>
      scene.test.send({ url: '/oauth/authorize', from, headers: { accept: 'text/html' } });
    for (let i = 0; i < 60; i++) expect((await browser()).status).toBe(400);
    const page = await browser();
    expect(page).toMatchObject({ status: 429, headers: guarded });
    expect(page.text).toContain('Wait a moment');
    const client = () => scene.test.send({ method: 'POST', url: '/oauth/token', from });
    for (let i = 0; i < 300; i++) expect((await client()).status).toBe(401);
    expect(await client()).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
  });
});
