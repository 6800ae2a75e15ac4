import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBaseUrl } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type OauthScene, oauthScene } from '../testing/oauth-scene.ts';

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

describe('consent', () => {
  let scene: OauthScene;
  beforeAll(async () => {
    scene = await oauthScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const url = (more: Record<string, string> = {}) =>
    scene.authorizeUrl(scene.partner, { code_challenge: 'x'.repeat(43), ...more });
  /** A browser of a signed-in person, in which a partner asks for access. */
  const asked = async (email = scene.owner.email) => {
    const browser = scene.openBrowser();
    const uid = await scene.begin(browser, url());
    await browser.signIn(email);
    return { browser, uid };
  };
  const input = () => ({ account: scene.ours.accountId, avatars: null });
  const resumeUrl = (uid: string) => `${testBaseUrl}/oauth/authorize/${uid}`;
  const grantsNow = async () => {
    const rows = await scene.sql`select from grants where withdrawn_at is null`;
    return rows.length;
  };

  it('shows who asks for what, and which accounts the person may choose', async () => {
    const email = await scene.makeMember('mixed@example.com', 'member');
    const { browser, uid } = await asked(email);
    const own = await testChange(scene.sql, (change) =>
      scene.app.accounts.create(change, { name: 'Mixed', email }),
    );
    const { status, body } = await browser.read(uid);
    expect(status).toBe(200);
    expect(body).toEqual({
      partner: { id: scene.partner.id, name: 'Planner', redirectHost: 'partner.example.com' },
      scopes: ['read_avatars', 'generate_tokens'],
      sendsConversations: true,
      accounts: [
        { id: own.id, name: 'Mixed', role: 'owner', mayGrant: true },
        { id: scene.ours.accountId, name: 'ours', role: 'member', mayGrant: false },
      ],
      expiresAt: expect.any(Number),
    });
  });

  it('shows what an account allows now, and changes it', async () => {
    await scene.connect(scene.partner, { ...scene.owner, avatars: [String(scene.ours.avatarId)] });
    const before = await grantsNow();
    const { browser, uid } = await asked();
    const { body } = await browser.read(uid);
    expect(body).toMatchObject({
      accounts: [{ id: scene.ours.accountId, avatars: [String(scene.ours.avatarId)] }],
    });
    expect(await browser.allow(uid, input())).toMatchObject({ status: 200 });
    expect(await grantsNow()).toBe(before);
    const again = await asked();
    expect((await again.browser.read(again.uid)).body).toMatchObject({ accounts: [{ avatars: null }] });
  });

  it('[OA2] needs a person who is signed in', async () => {
    const browser = scene.openBrowser();
    const uid = await scene.begin(browser, url());
    expect(await browser.read(uid)).toMatchObject(refused(401, 'unauthorized'));
    expect(await browser.allow(uid, input())).toMatchObject(refused(401, 'unauthorized'));
    expect(await browser.deny(uid)).toMatchObject(refused(401, 'unauthorized'));
  });

  it('[OA3] cannot be given by a member, nor for an account of others, nor for their avatars', async () => {
    const email = await scene.makeMember('member@example.com', 'member');
    const before = await grantsNow();
    const { browser, uid } = await asked(email);
    expect(await browser.allow(uid, input())).toMatchObject(refused(403, 'forbidden'));
    const theirs = { account: scene.theirs.accountId, avatars: null };
    expect(await browser.allow(uid, theirs)).toMatchObject(refused(404, 'not_found'));
    const owner = await asked();
    const foreign = { ...input(), avatars: [String(scene.theirs.avatarId)] };
    expect((await owner.browser.allow(owner.uid, foreign)).status).toBeGreaterThanOrEqual(400);
    expect(await owner.browser.allow(owner.uid, { ...input(), avatars: [] })).toMatchObject({ status: 400 });
    // The browser is sent back to the page, and no code is issued.
    expect((await browser.visit(resumeUrl(uid))).headers.location).toBe(`/dashboard/connect/${uid}`);
    expect(await grantsNow()).toBe(before);
    expect(await browser.deny(uid)).toMatchObject({ status: 200 });
  });

  it('[OA2] counts only in the browser that the partner sent here: another person’s request is not found', async () => {
    const attacker = await asked('theirs@example.com');
    const victim = scene.openBrowser();
    await victim.signIn(scene.owner.email);
    const before = await grantsNow();
    expect(await victim.read(attacker.uid)).toMatchObject(refused(404, 'not_found'));
    expect(await victim.allow(attacker.uid, input())).toMatchObject(refused(404, 'not_found'));
    expect(await victim.deny(attacker.uid)).toMatchObject(refused(404, 'not_found'));
    // The id from the address is not enough: the cookie holds another secret.
    const guess = { cookie: `${victim.jar.headerFor('/v1/me')}; parley.consent=${attacker.uid}` };
    expect(await victim.allow(attacker.uid, input(), guess)).toMatchObject(refused(404, 'not_found'));
    expect(await grantsNow()).toBe(before);
  });

  it('[OA5] cannot continue after the person has signed out, even if another person signs in', async () => {
    const { browser, uid } = await asked();
    expect(await browser.allow(uid, input())).toMatchObject({ status: 200 });
    const out = { method: 'POST', url: '/v1/me/sign-out', headers: { origin: testBaseUrl } } as const;
    expect(await browser.request(out)).toMatchObject({ status: 200 });
    await browser.signIn('theirs@example.com');
    const { status, headers } = await browser.visit(resumeUrl(uid));
    expect([status, headers.location]).toEqual([403, undefined]);
  });

  it('[OA2] cannot be given by the next person who signs in, for the account of the previous one', async () => {
    const { browser, uid } = await asked();
    expect(await browser.read(uid)).toMatchObject({ status: 200 });
    await browser.signIn('theirs@example.com');
    expect(await browser.allow(uid, input())).toMatchObject(refused(404, 'not_found'));
    expect((await browser.read(uid)).body).toMatchObject({ accounts: [{ id: scene.theirs.accountId }] });
  });

  it('[OA2] cannot continue in another browser', async () => {
    const { browser, uid } = await asked();
    expect(await browser.allow(uid, input())).toMatchObject({ status: 200 });
    const thief = scene.openBrowser();
    await thief.signIn(scene.owner.email);
    expect(await thief.visit(resumeUrl(uid))).toMatchObject({ status: 400 });
    const { status, headers } = await browser.visit(resumeUrl(uid));
    expect(status).toBe(303);
    expect(new URL(String(headers.location)).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('[OA4] cannot be forged across sites', async () => {
    const { browser, uid } = await asked();
    const before = await grantsNow();
    const foreign = [
      { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { origin: 'https://talk.example.com.evil.example.com' },
    ];
    for (const headers of foreign) {
      expect(await browser.allow(uid, input(), headers)).toMatchObject(refused(403, 'foreign_origin'));
      expect(await browser.deny(uid, headers)).toMatchObject(refused(403, 'foreign_origin'));
    }
    const read = { url: `/v1/me/consents/${uid}`, headers: { 'sec-fetch-site': 'cross-site' } };
    expect(await browser.request(read)).toMatchObject(refused(403, 'foreign_origin'));
    expect(await grantsNow()).toBe(before);
  });

  it('[OA2] sets cookies that no page can read, no other site can send and no other request gets', async () => {
    const browser = scene.openBrowser();
    const { headers } = await browser.visit(url());
    const uid = String(headers.location).split('/').at(-1);
    const lines = [headers['set-cookie'] ?? []].flat() as string[];
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
      expect(line).not.toContain(`parley.consent=${uid}`);
    }
    expect(browser.jar.all.map(({ path }) => path).sort()).toEqual([
      `/oauth/authorize/${uid}`,
      `/v1/me/consents/${uid}`,
    ]);
  });

  it('[OA2] keeps two requests in one browser apart', async () => {
    const { browser, uid } = await asked();
    const second = await scene.begin(browser, url({ state: 'state-2' }));
    expect(await browser.deny(second)).toMatchObject({ status: 200 });
    expect(await browser.allow(uid, input())).toMatchObject({ status: 200 });
    const denied = new URL(String((await browser.visit(resumeUrl(second))).headers.location));
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-2',
    });
    const allowed = new URL(String((await browser.visit(resumeUrl(uid))).headers.location));
    expect(Object.fromEntries(allowed.searchParams)).toMatchObject({ state: 'state-1', iss: testBaseUrl });
    expect(browser.jar.all.filter(({ name }) => name === 'parley.consent')).toEqual([]);
  });

  it('[OA5] is decided once', async () => {
    const { browser, uid } = await asked();
    expect(await browser.allow(uid, input())).toMatchObject({ status: 200 });
    expect(await browser.allow(uid, input())).toMatchObject({ status: 200 });
    expect(await browser.deny(uid)).toMatchObject(refused(409, 'conflict'));
    await browser.visit(resumeUrl(uid));
    expect(await browser.visit(resumeUrl(uid))).toMatchObject({ status: 400 });
    expect(await browser.allow(uid, input())).toMatchObject(refused(404, 'not_found'));
  });

  it('[OA5] gives one code, however often the browser comes back at the same instant', async () => {
    const { browser, uid } = await asked();
    await browser.allow(uid, input());
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.visit(resumeUrl(uid))));
    const codes = answers.filter(({ headers }) => /[?&]code=/.test(String(headers.location)));
    expect(codes).toHaveLength(1);
  });

  it('[OA1] is asked for each time, also for a partner that has a grant', async () => {
    const { browser, uid } = await asked();
    await browser.allow(uid, input());
    await browser.visit(resumeUrl(uid));
    const { status, headers } = await browser.visit(url());
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/dashboard\/connect\//)]);
    const silent = await browser.visit(url({ prompt: 'none' }));
    expect(new URL(String(silent.headers.location)).searchParams.get('error')).toBe('interaction_required');
  });

  it('leaves nothing behind in a dry run', async () => {
    const { browser, uid } = await asked();
    const before = await scene.sql`select updated_at from grants order by id`;
    const dryRun = await browser.request({
      method: 'POST',
      url: `/v1/me/consents/${uid}/allow?dryRun=true`,
      headers: { origin: testBaseUrl, 'content-type': 'application/json' },
      body: input(),
    });
    expect(dryRun.status).toBe(200);
    expect(await scene.sql`select updated_at from grants order by id`).toEqual(before);
    expect((await browser.visit(resumeUrl(uid))).headers.location).toBe(`/dashboard/connect/${uid}`);
  });

  it('[OA5] ends with the request', async () => {
    const { browser, uid } = await asked();
    await scene.sql`update oauth_items set expires_at = now() where kind = 'Interaction'`;
    expect(await browser.read(uid)).toMatchObject(refused(404, 'not_found'));
    expect(await browser.allow(uid, input())).toMatchObject(refused(404, 'not_found'));
    expect(await browser.visit(resumeUrl(uid))).toMatchObject({ status: 400 });
  });
});
