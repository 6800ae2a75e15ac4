import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../testing/requests.ts';
import { newSecret, signedRequest } from '../testing/signed.ts';
import { createPartnerReceiver, type WebhookEvent } from './partners.ts';

const clientId = 'cli_helpdesk';

describe('a partner’s receiver', () => {
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let others: Awaited<ReturnType<typeof generateKeyPair>>;
  let service: Awaited<ReturnType<typeof listen>>;
  let answer: string | null;
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    others = await generateKeyPair('RS256');
    const jwk = await exportJWK(keys.publicKey);
    const keySet = JSON.stringify({ keys: [{ ...jwk, kid: 'k1', alg: 'RS256', use: 'sig' }] });
    service = await listen((_request, response) => {
      response.writeHead(answer === null ? 200 : 503).end(answer ?? keySet);
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const claims = (changes: Record<string, unknown> = {}) => ({
    iss: service.url,
    aud: clientId,
    exp: Math.floor(Date.now() / 1000) + 60,
    ...changes,
  });
  const sign = (payload: Record<string, unknown>, kid = 'k1', key: CryptoKey = keys.privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key);

  const start = () => {
    answer = null;
    const events: WebhookEvent[] = [];
    const onError = vi.fn();
    const receive = createPartnerReceiver({
      serviceUrl: `${service.url}/`,
      clientId,
      secret: newSecret(),
      onEvent: (event) => void events.push(event),
      onError,
    });
    const status = async (jwt: string, secrets = [newSecret()]) =>
      (await receive(signedRequest({ secrets, headers: { authorization: `Bearer ${jwt}` } }))).status;
    return { receive, status, events, onError };
  };

  it('takes an event with both proofs', async () => {
    const { status, events } = start();
    expect(await status(await sign(claims()))).toBe(204);
    expect(events).toHaveLength(1);
  });

  it('refuses a right token with a wrong signature, and a right signature without a token', async () => {
    const { receive, status, events } = start();
    expect(await status(await sign(claims()), [newSecret('x')])).toBe(401);
    expect((await receive(signedRequest())).status).toBe(401);
    expect(events).toEqual([]);
  });

  const forgeries: Record<string, () => Promise<string> | string> = {
    'alg none': () => new UnsecuredJWT(claims()).encode(),
    'HS256 with the public key as its secret': async () => {
      const secret = new TextEncoder().encode(await exportSPKI(keys.publicKey));
      return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
    },
    'another RSA algorithm of the same key': async () => {
      const jwk = await exportJWK(keys.privateKey);
      const hash = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' };
      const key = await crypto.subtle.importKey('jwk', { ...jwk, alg: 'RS512' }, hash, false, ['sign']);
      return new SignJWT(claims()).setProtectedHeader({ alg: 'RS512', kid: 'k1' }).sign(key);
    },
    'the key of another service': () => sign(claims(), 'k1', others.privateKey),
    'an unknown kid': () => sign(claims(), 'k2'),
    'another audience': () => sign(claims({ aud: 'cli_other' })),
    'no audience': () => sign(claims({ aud: undefined })),
    'another issuer': () => sign(claims({ iss: 'https://elsewhere.example' })),
    'an expired token': () => sign(claims({ exp: Math.floor(Date.now() / 1000) - 1 })),
    'no expiry': () => sign(claims({ exp: undefined })),
    'no token at all': () => 'x',
  };
  it.each(Object.entries(forgeries))('refuses %s', async (_name, forge) => {
    const { status, events, onError } = start();
    expect(await status(await forge())).toBe(401);
    expect([events, onError.mock.calls]).toEqual([[], []]);
  });

  it('a key set that cannot be read is a failure of this moment: 500, and the event may come again', async () => {
    const { status, onError } = start();
    answer = 'out of order';
    expect(await status(await sign(claims()))).toBe(500);
    expect(onError).toHaveBeenCalledTimes(1);
    answer = null;
    expect(await status(await sign(claims()))).toBe(204);
  });
});
