import { createHash, randomBytes } from 'node:crypto';
import { addMember, insertPerson } from '../../accounts/index.ts';
import { dashboardScene } from '../../management/testing/dashboard-scene.ts';
import { type Answer, makeTestAccount, type Request, testBaseUrl } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { CookieJar } from './cookie-jar.ts';

export const redirectUri = 'https://partner.example.com/callback?from=parley';
/** openid-client expects an address without a query. */
export const plainRedirectUri = 'https://partner.example.com/callback';

export type TestPartner = { readonly id: string; readonly secret: string; readonly webhookSecret: string };
export type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string;
};
export type ConsentBody = { readonly account: string; readonly avatars: readonly string[] | null };

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
export const basic = ({ id, secret }: { id: string; secret: string }): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export type OauthScene = Awaited<ReturnType<typeof oauthScene>>;

/** A service with a partner and two accounts, and browsers in which people connect them. */
export async function oauthScene() {
  const scene = await dashboardScene();
  const { test, enter } = scene;
  const { app, sql, send } = test;

  const makePartner = async (name = 'Planner'): Promise<TestPartner> => {
    const { partner, clientSecret, webhookSecret } = await testChange(sql, (change) =>
      app.partners.create(change, {
        name,
        redirectUris: [redirectUri, plainRedirectUri],
        webhookUrl: 'http://127.0.0.1:9/partner',
      }),
    );
    return { id: partner.id, secret: clientSecret, webhookSecret };
  };

  /** A browser that keeps cookies and follows no redirects on its own. */
  const openBrowser = () => {
    const jar = new CookieJar();
    const request = async (wanted: Request): Promise<Answer> => {
      const { pathname, search } = new URL(wanted.url, testBaseUrl);
      const cookie = jar.headerFor(pathname);
      const answer = await send({
        ...wanted,
        url: pathname + search,
        headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }), ...wanted.headers },
      });
      jar.take([answer.headers['set-cookie'] ?? []].flat() as string[]);
      return answer;
    };
    const decide = (uid: string, verb: 'allow' | 'deny', body: object = {}, headers = {}) =>
      request({
        method: 'POST',
        url: `/v1/me/consents/${uid}/${verb}`,
        headers: { ...json, origin: testBaseUrl, ...headers },
        body,
      });
    return {
      jar,
      request,
      async signIn(email: string) {
        const { cookie } = await enter(email);
        jar.take(cookie.split('; ').map((pair) => `${pair}; Path=/v1`));
      },
      visit: (url: string) => request({ url }),
      read: (uid: string) => request({ url: `/v1/me/consents/${uid}` }),
      allow: (uid: string, input: ConsentBody, headers = {}) => decide(uid, 'allow', input, headers),
      deny: (uid: string, headers = {}) => decide(uid, 'deny', {}, headers),
    };
  };

  const authorizeUrl = (partner: TestPartner, more: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: partner.id,
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      state: 'state-1',
      ...more,
    });
    return `/oauth/authorize?${query}`;
  };

  /** The partner sends the browser to us. Returns the id of the waiting request. */
  const begin = async (browser: Browser, url: string): Promise<string> => {
    const { status, headers, text } = await browser.visit(url);
    const [, uid] = /^\/dashboard\/connect\/([\w-]+)$/.exec(String(headers.location)) ?? [];
    if (status !== 303 || uid === undefined) throw new Error(`no consent page: ${status} ${text}`);
    return uid;
  };

  /** Goes all the way to the partner's address. Returns the parameters that came with it. */
  const connect = async (
    partner: TestPartner,
    who: { readonly email: string } & ConsentBody,
    more: Readonly<Record<string, string>> = {},
    browser = openBrowser(),
  ): Promise<{ code: string; verifier: string; back: URL }> => {
    const verifier = newVerifier();
    const url = authorizeUrl(partner, { code_challenge: challengeOf(verifier), ...more });
    const uid = await begin(browser, url);
    await browser.signIn(who.email);
    const allowed = await browser.allow(uid, { account: who.account, avatars: who.avatars });
    if (allowed.status !== 200) throw new Error(`not allowed: ${allowed.text}`);
    const { headers } = await browser.visit((allowed.body as { continueTo: string }).continueTo);
    const back = new URL(String(headers.location));
    return { code: back.searchParams.get('code') ?? '', verifier, back };
  };

  const post = (path: string, partner: { id: string; secret: string }, fields: Record<string, string>) =>
    send({
      method: 'POST',
      url: path,
      headers: { ...form, authorization: basic(partner) },
      body: new URLSearchParams(fields).toString(),
    });
  const exchange = (
    partner: { id: string; secret: string },
    { code, verifier }: { code: string; verifier: string },
    more: Record<string, string> = {},
  ) =>
    post('/oauth/token', partner, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...more,
    });

  const partner = await makePartner();
  const [ours, theirs] = [await makeTestAccount(app, 'ours'), await makeTestAccount(app, 'theirs')];
  const owner = { email: 'ours@example.com', account: ours.accountId, avatars: null };

  return {
    ...scene,
    partner,
    ours,
    theirs,
    owner,
    makePartner,
    openBrowser,
    authorizeUrl,
    begin,
    connect,
    post,
    exchange,
    refresh: (from: TestPartner, token: string, more: Record<string, string> = {}) =>
      post('/oauth/token', from, { grant_type: 'refresh_token', refresh_token: token, ...more }),
    /** Tokens for all avatars of our account. */
    async tokens(input: Partial<ConsentBody> = {}, more: Record<string, string> = {}): Promise<Tokens> {
      const connected = await connect(partner, { ...owner, ...input }, more);
      const { status, body, text } = await exchange(partner, connected);
      if (status !== 200) throw new Error(`no tokens: ${text}`);
      return body as Tokens;
    },
    avatars: (token: string) => send({ url: '/avatars', headers: { authorization: `Bearer ${token}` } }),
    generate: (token: string, avatarId: number) =>
      send({
        method: 'POST',
        url: '/auth/generate-token',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: { avatar_id: String(avatarId) },
      }),
    /** A person with this role in our account. */
    async makeMember(email: string, role: 'owner' | 'member'): Promise<string> {
      await testChange(sql, async (change) => {
        const { id: personId } = await insertPerson(change.tx, email);
        await addMember(change.tx, { accountId: ours.accountId, personId, role });
      });
      return email;
    },
  };
}

type Browser = {
  visit(url: string): Promise<Answer>;
};
