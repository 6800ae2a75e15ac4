import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBaseUrl } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type OauthScene, oauthScene, type Tokens } from '../testing/oauth-scene.ts';

const contractError = (status: number, code: number) => ({
  status,
  body: { error: { code, message: expect.any(String) } },
});
const unknownToken = {
  ...contractError(401, 16),
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
};

describe('an access token of a partner', () => {
  let scene: OauthScene;
  let secondAvatar: number;
  beforeAll(async () => {
    scene = await oauthScene();
    const { sql, app, ours } = scene;
    const made = await testChange(sql, (change) =>
      app.avatars.create(change, ours.accountId, { name: 'Another avatar' }),
    );
    secondAvatar = made.id;
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const idsOf = async (token: string) => {
    const { body } = await scene.avatars(token);
    return (body as { avatars: { id: string }[] }).avatars.map(({ id }) => Number(id)).sort();
  };

  it('lists the avatars of the account that gave the grant, in the contract’s shape', async () => {
    const { access_token: token } = await scene.tokens();
    const { status, body } = await scene.avatars(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      avatars: [
        { id: String(secondAvatar), name: 'Another avatar' },
        { id: String(scene.ours.avatarId), name: 'Avatar of ours' },
      ],
      pagination: { page: 0, size: 20, total: 2, total_pages: 1, has_next: false },
    });
  });

  it('makes avatar tokens that open a session', async () => {
    const { access_token: token } = await scene.tokens();
    const { status, body } = await scene.generate(token, scene.ours.avatarId);
    expect(status).toBe(200);
    expect(body).toEqual({
      jwt: expect.any(String),
      expires_in: 120,
      avatar_id: String(scene.ours.avatarId),
    });
    const joined = await scene.test.send({
      method: 'POST',
      url: '/client/authenticate',
      headers: { 'content-type': 'application/json' },
      body: { avatarId: scene.ours.avatarId, token: (body as { jwt: string }).jwt },
    });
    expect(joined.status).toBe(200);
  });

  it('[OA30] reaches no avatar outside the grant, and none of another account', async () => {
    const { access_token: token } = await scene.tokens({ avatars: [String(secondAvatar)] });
    expect(await idsOf(token)).toEqual([secondAvatar]);
    expect((await scene.generate(token, secondAvatar)).status).toBe(200);
    for (const id of [scene.ours.avatarId, scene.theirs.avatarId, 999_999_999])
      expect(await scene.generate(token, id)).toMatchObject(contractError(403, 33));
    const all = await scene.tokens();
    expect(await scene.generate(all.access_token, scene.theirs.avatarId)).toMatchObject(
      contractError(403, 33),
    );
    expect(await idsOf(all.access_token)).not.toContain(scene.theirs.avatarId);
  });

  it('[OA30] has only the scopes that were asked for', async () => {
    const reader = await scene.tokens({}, { scope: 'read_avatars' });
    expect((await scene.avatars(reader.access_token)).status).toBe(200);
    expect(await scene.generate(reader.access_token, secondAvatar)).toMatchObject({
      ...contractError(403, 34),
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="generate_tokens"' },
    });
    const maker = await scene.tokens({}, { scope: 'generate_tokens' });
    expect(await scene.avatars(maker.access_token)).toMatchObject(contractError(403, 34));
  });

  it('[OA30] has no more than the latest consent allows, at once', async () => {
    const all = await scene.tokens();
    expect(await idsOf(all.access_token)).toHaveLength(2);
    await scene.tokens({ avatars: [String(secondAvatar)] }, { scope: 'read_avatars' });
    expect(await idsOf(all.access_token)).toEqual([secondAvatar]);
    expect(await scene.generate(all.access_token, secondAvatar)).toMatchObject(contractError(403, 34));
  });

  it('[OA30] opens no other route', async () => {
    const { access_token: token } = await scene.tokens();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const others = scene.test.app.routes.filter(
      ({ path, access }) =>
        (access.kind === 'api-key' && !['/avatars', '/auth/generate-token'].includes(path)) ||
        (access.kind === 'management' && access.access.kind !== 'anyone'),
    );
    expect(others.length).toBeGreaterThan(50);
    for (const { method, path } of others) {
      scene.test.clock.advance(60_000);
      const url = path.replace(':account', scene.ours.accountId).replaceAll(/:\w+/g, 'x');
      const { status } = await scene.test.send({ method, url, headers });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });

  it('[OA32] is refused as the access token of a page', async () => {
    const tokens = await scene.tokens();
    for (const accessToken of [tokens.access_token, `Bearer ${tokens.refresh_token}`]) {
      const answer = await scene.test.send({
        method: 'POST',
        url: '/client/authenticate',
        headers: { 'content-type': 'application/json' },
        body: { avatarId: scene.ours.avatarId, accessToken },
      });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } });
      expect(answer.text).not.toContain(accessToken);
    }
  });

  it('is refused in any other form', async () => {
    const { access_token: token, refresh_token: refresh } = await scene.tokens();
    for (const wrong of [`${token}x`, token.slice(0, -1), token.toUpperCase(), refresh, 'x', '\u00e9'])
      expect(await scene.avatars(wrong)).toMatchObject(contractError(401, 16));
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token} x`, 'Bearer']) {
      const answer = await scene.test.send({ url: '/avatars', headers: { authorization } });
      expect(answer).toMatchObject(contractError(401, 16));
    }
    expect((await scene.test.send({ url: `/avatars?access_token=${token}` })).status).toBe(401);
  });

  it('does not replace a wrong key', async () => {
    const { access_token: token } = await scene.tokens();
    const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'wrong' };
    expect(await scene.test.send({ url: '/avatars', headers })).toMatchObject(contractError(401, 16));
  });

  it('[OA33] is limited for each grant and for each source', async () => {
    const { access_token: token } = await scene.tokens();
    scene.test.clock.advance(60_000);
    const ask = async (from: string, bearer: string) =>
      (await scene.test.send({ url: '/avatars', from, headers: { authorization: `Bearer ${bearer}` } }))
        .status;
    const statuses: number[] = [];
    for (let i = 0; i < 101; i++) statuses.push(await ask(`198.18.0.${i}`, token));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.at(-1)).toBe(429);
    scene.test.clock.advance(60_000);
    const wrong: number[] = [];
    for (let i = 0; i < 1_001; i++) wrong.push(await ask('198.18.1.1', 'wrong'));
    expect(wrong.filter((status) => status === 401)).toHaveLength(1_000);
    expect(wrong.at(-1)).toBe(429);
    expect(await ask('198.18.1.2', token)).toBe(200);
  });

  it('stores when the grant was used, at most once a minute', async () => {
    const { access_token: token } = await scene.tokens();
    await scene.sql`update grants set last_used_at = null`;
    const lastUse = async () => {
      const [row] = await scene.sql<{ at: Date | null }[]>`
        select last_used_at as at from grants where account_id = ${scene.ours.accountId} and withdrawn_at is null`;
      return row?.at ?? null;
    };
    scene.test.clock.advance(60_000);
    await scene.avatars(token);
    await expect.poll(lastUse).not.toBeNull();
    await scene.sql`update grants set last_used_at = '2020-01-01'`;
    await scene.avatars(token);
    expect(await lastUse()).toEqual(new Date('2020-01-01'));
    scene.test.clock.advance(60_000);
    await scene.avatars(token);
    await expect.poll(async () => (await lastUse())?.getFullYear()).toBeGreaterThan(2020);
  });

  describe('ends at once', () => {
    const expectEnd = async (tokens: Tokens, end: () => Promise<unknown>) => {
      expect((await scene.avatars(tokens.access_token)).status).toBe(200);
      await end();
      expect(await scene.avatars(tokens.access_token)).toMatchObject(unknownToken);
      expect(await scene.generate(tokens.access_token, scene.ours.avatarId)).toMatchObject(unknownToken);
    };
    const withdraw = async () => {
      const { sql, app, ours } = scene;
      const grants = await app.grants.active(scene.partner.id, [ours.accountId]);
      const ref = { accountId: ours.accountId, id: grants.get(ours.accountId)?.id ?? '' };
      await testChange(sql, (change) => app.grants.withdraw(change, ref, null));
    };

    it('[OA31] when its hour is over', async () => {
      await expectEnd(
        await scene.tokens(),
        () => scene.sql`update oauth_items set expires_at = now() where kind = 'AccessToken'`,
      );
    });

    it('[OA31] when the account withdraws the grant, and does not come back with a new grant', async () => {
      const tokens = await scene.tokens();
      await expectEnd(tokens, withdraw);
      const refused = { status: 400, body: { error: 'invalid_grant' } };
      expect(await scene.refresh(scene.partner, tokens.refresh_token)).toMatchObject(refused);
      const fresh = await scene.tokens();
      expect((await scene.avatars(fresh.access_token)).status).toBe(200);
      expect(await scene.avatars(tokens.access_token)).toMatchObject(unknownToken);
      expect(await scene.refresh(scene.partner, tokens.refresh_token)).toMatchObject(refused);
    });

    it('[OA31] when the grant is withdrawn before the code is used, or before the browser comes back', async () => {
      const connected = await scene.connect(scene.partner, scene.owner);
      await withdraw();
      expect(await scene.exchange(scene.partner, connected)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      const browser = scene.openBrowser();
      const url = scene.authorizeUrl(scene.partner, { code_challenge: 'x'.repeat(43) });
      const uid = await scene.begin(browser, url);
      await browser.signIn(scene.owner.email);
      await browser.allow(uid, { account: scene.ours.accountId, avatars: null });
      await withdraw();
      const { headers } = await browser.visit(`${testBaseUrl}/oauth/authorize/${uid}`);
      expect(new URL(String(headers.location)).searchParams.get('error')).toBe('access_denied');
    });

    it('[OA31] when the account is deleted', async () => {
      const { sql, partner, theirs } = scene;
      const input = { email: 'theirs@example.com', account: theirs.accountId, avatars: null };
      const { body } = await scene.exchange(partner, await scene.connect(partner, input));
      await expectEnd(body as Tokens, () => sql`delete from accounts where id = ${theirs.accountId}`);
      const { refresh_token: token } = body as Tokens;
      expect(await scene.refresh(partner, token)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    });

    it('[OA31] when the operator deletes the partner', async () => {
      const { sql, app, partner } = scene;
      const tokens = await scene.tokens();
      await expectEnd(tokens, () => testChange(sql, (change) => app.partners.remove(change, partner)));
      expect(await scene.refresh(partner, tokens.refresh_token)).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
    });
  });
});
