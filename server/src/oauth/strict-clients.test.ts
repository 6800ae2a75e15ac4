import * as strict from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBaseUrl } from '../testing/app/index.ts';
import { fetchInto } from './testing/fetch-into.ts';
import { type OauthScene, oauthScene, plainRedirectUri, redirectUri } from './testing/oauth-scene.ts';

describe('the OAuth cycle', () => {
  let scene: OauthScene;
  beforeAll(async () => {
    scene = await oauthScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** A person goes through the consent page. Returns the partner's address to which the browser is sent back. */
  const consentAt = async (url: URL): Promise<URL> => {
    const browser = scene.openBrowser();
    const uid = await scene.begin(browser, url.href);
    await browser.signIn(scene.owner.email);
    const { account, avatars } = scene.owner;
    const { body } = await browser.allow(uid, { account, avatars });
    const { headers } = await browser.visit((body as { continueTo: string }).continueTo);
    return new URL(String(headers.location));
  };

  it('of oauth4webapi passes: discovery, PKCE, refresh, rotation, revocation', async () => {
    const options = { [strict.customFetch]: fetchInto(scene.test) };
    const issuer = new URL(testBaseUrl);
    const server = await strict.processDiscoveryResponse(
      issuer,
      await strict.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }),
    );
    expect(server.jwks_uri).toBe(`${testBaseUrl}/.well-known/jwks.json`);
    const client = { client_id: scene.partner.id };
    const secret = strict.ClientSecretBasic(scene.partner.secret);
    const verifier = strict.generateRandomCodeVerifier();
    const state = strict.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: await strict.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString();

    const params = strict.validateAuthResponse(server, client, await consentAt(url), state);
    const tokens = await strict.processAuthorizationCodeResponse(
      server,
      client,
      await strict.authorizationCodeGrantRequest(
        server,
        client,
        secret,
        params,
        redirectUri,
        verifier,
        options,
      ),
    );
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^parley_access_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^parley_refresh_[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'read_avatars generate_tokens',
      account_id: scene.ours.accountId,
    });

    const listed = await strict.protectedResourceRequest(
      tokens.access_token,
      'GET',
      new URL(`${testBaseUrl}/avatars`),
      undefined,
      undefined,
      options,
    );
    expect(await listed.json()).toMatchObject({
      avatars: [{ id: String(scene.ours.avatarId) }],
      pagination: { total: 1 },
    });

    const refreshed = await strict.processRefreshTokenResponse(
      server,
      client,
      await strict.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token ?? '', options),
    );
    expect(refreshed.account_id).toBe(scene.ours.accountId);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect((await scene.avatars(tokens.access_token)).status).toBe(200);
    expect((await scene.avatars(refreshed.access_token)).status).toBe(200);

    await strict.processRevocationResponse(
      await strict.revocationRequest(server, client, secret, refreshed.refresh_token ?? '', options),
    );
    expect((await scene.avatars(tokens.access_token)).status).toBe(401);
    expect((await scene.avatars(refreshed.access_token)).status).toBe(401);
    const again = strict.refreshTokenGrantRequest(
      server,
      client,
      secret,
      refreshed.refresh_token ?? '',
      options,
    );
    await expect(strict.processRefreshTokenResponse(server, client, await again)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
  });

  it('of openid-client passes', async () => {
    const config = await openid.discovery(
      new URL(testBaseUrl),
      scene.partner.id,
      scene.partner.secret,
      openid.ClientSecretBasic(scene.partner.secret),
      { algorithm: 'oauth2', [openid.customFetch]: fetchInto(scene.test) },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: plainRedirectUri,
      scope: 'read_avatars',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const tokens = await openid.authorizationCodeGrant(config, await consentAt(url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens.scope).toBe('read_avatars');
    expect(tokens.expires_in).toBe(3600);
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect((await scene.avatars(next.access_token)).status).toBe(200);
    await openid.tokenRevocation(config, next.access_token);
    expect((await scene.avatars(next.access_token)).status).toBe(401);
    await expect(openid.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('of openid-client ends with access_denied if the person refuses', async () => {
    const config = await openid.discovery(
      new URL(testBaseUrl),
      scene.partner.id,
      scene.partner.secret,
      openid.ClientSecretBasic(scene.partner.secret),
      { algorithm: 'oauth2', [openid.customFetch]: fetchInto(scene.test) },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: plainRedirectUri,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'given',
    });
    const browser = scene.openBrowser();
    const uid = await scene.begin(browser, url.href);
    await browser.signIn(scene.owner.email);
    const { body } = await browser.deny(uid);
    const { headers } = await browser.visit((body as { continueTo: string }).continueTo);
    await expect(
      openid.authorizationCodeGrant(config, new URL(String(headers.location)), {
        pkceCodeVerifier: verifier,
        expectedState: 'given',
      }),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('[OA25] of oauth4webapi that looks for OpenID Connect finds none', async () => {
    const options = { [strict.customFetch]: fetchInto(scene.test) };
    const issuer = new URL(testBaseUrl);
    const found = await strict.discoveryRequest(issuer, { algorithm: 'oidc', ...options });
    expect(found.status).toBe(404);
  });

  it('[OA22] of oauth4webapi with client_secret_post ends with an error that says what to do', async () => {
    const options = { [strict.customFetch]: fetchInto(scene.test) };
    const issuer = new URL(testBaseUrl);
    const server = await strict.processDiscoveryResponse(
      issuer,
      await strict.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }),
    );
    expect(server.token_endpoint_auth_methods_supported).toEqual(['client_secret_basic']);
    expect(server.revocation_endpoint_auth_methods_supported).toEqual(['client_secret_basic']);
    const client = { client_id: scene.partner.id };
    const secret = strict.ClientSecretPost(scene.partner.secret);
    const answer = await strict.refreshTokenGrantRequest(server, client, secret, 'x', options);
    const text = await answer.clone().text();
    expect(JSON.parse(text)).toEqual({
      error: 'invalid_client',
      error_description: expect.stringMatching(/must not be in the body\. Use HTTP Basic/),
    });
    await expect(strict.processRefreshTokenResponse(server, client, answer)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic', parameters: { realm: testBaseUrl } }],
    });
  });
});
