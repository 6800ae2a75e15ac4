import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testChange } from '../../testing/index.ts';
import {
  newVerifier,
  type OauthScene,
  oauthScene,
  redirectUri,
  type Tokens,
} from '../testing/oauth-scene.ts';

describe('why a code or a refresh token is refused', () => {
  let scene: OauthScene;
  beforeAll(async () => {
    scene = await oauthScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const connect = () => scene.connect(scene.partner, scene.owner);
  type Answered = Awaited<ReturnType<OauthScene['exchange']>>;
  const refused = async (answering: Promise<Answered>, reason: RegExp): Promise<void> => {
    const answer = await answering;
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((answer.body as { error_description: string }).error_description).toMatch(reason);
  };
  const expireAll = (kind: string) =>
    scene.sql`update oauth_items set expires_at = now() - interval '1 second' where kind = ${kind}`;
  const withdraw = async () => {
    const [grant] = await scene.sql<{ id: string }[]>`select id from grants where withdrawn_at is null`;
    const { accountId } = scene.ours;
    await testChange(scene.sql, (change) =>
      scene.app.grants.withdraw(change, { accountId, id: grant?.id ?? '' }, null),
    );
  };

  it('[OA26] a code: other verifier, no verifier, other redirect_uri, used before, expired', async () => {
    const connected = await connect();
    const { partner } = scene;
    await refused(
      scene.exchange(partner, { ...connected, verifier: newVerifier() }),
      /code_verifier does not fit/,
    );
    const { code } = connected;
    const bare = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    await refused(scene.post('/oauth/token', partner, bare), /code_verifier is missing/);
    const other = { redirect_uri: 'https://partner.example.com/callback' };
    await refused(scene.exchange(partner, connected, other), /redirect_uri differs/);
    expect((await scene.exchange(partner, connected)).status).toBe(200);
    await refused(scene.exchange(partner, connected), /code was used before/);
    const late = await connect();
    await expireAll('AuthorizationCode');
    await refused(scene.exchange(partner, late), /code has expired/);
  });

  it('[OA26] a refresh token: used before, expired, access withdrawn', async () => {
    const used = await scene.tokens();
    await scene.refresh(scene.partner, used.refresh_token);
    await refused(scene.refresh(scene.partner, used.refresh_token), /refresh token was used before/);
    const late = await scene.tokens();
    await expireAll('RefreshToken');
    await refused(scene.refresh(scene.partner, late.refresh_token), /refresh token has expired/);
    const withdrawn = await scene.tokens();
    await withdraw();
    await refused(scene.refresh(scene.partner, withdrawn.refresh_token), /no longer allows this access/);
    await scene.app.oauth.clean();
    await refused(scene.refresh(scene.partner, withdrawn.refresh_token), /no longer allows this access/);
    const [row] = await scene.sql<{ days: number }[]>`
      select max(extract(epoch from expires_at - now()) / 86400)::float8 as days from oauth_items
      where kind = 'RefreshToken'`;
    expect(row?.days).toBeLessThanOrEqual(7);
    // A new grant does not bring it back.
    await scene.tokens();
    await refused(scene.refresh(scene.partner, withdrawn.refresh_token), /connection has ended/);
  });

  it('[OA26] tells another client the same as for a code and a token that do not exist', async () => {
    const other = await scene.makePartner('Other');
    const connected = await connect();
    const foreign = await scene.exchange(other, connected);
    const invented = await scene.exchange(other, { ...connected, code: newVerifier() });
    expect(foreign.body).toEqual(invented.body);
    const tokens = (await scene.exchange(scene.partner, connected)).body as Tokens;
    const theirs = await scene.refresh(other, tokens.refresh_token);
    const none = await scene.refresh(other, `parley_refresh_${newVerifier()}`);
    expect(theirs.body).toEqual(none.body);
    expect(theirs).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('[OA26] [OA40] is logged with the client and the request, without the code', async () => {
    const connected = await connect();
    const answer = await scene.exchange(scene.partner, { ...connected, verifier: newVerifier() });
    const line = scene.test.logged.findLast(({ msg }) => msg === 'refused a code or a refresh token');
    expect(line).toMatchObject({
      level: 'info',
      clientId: scene.partner.id,
      requestId: answer.headers['x-request-id'],
      detail: 'code_verifier does not match code_challenge',
    });
    expect(JSON.stringify(line)).not.toContain(connected.code);
  });
});
