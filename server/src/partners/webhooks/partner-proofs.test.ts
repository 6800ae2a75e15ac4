import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBaseUrl } from '../../testing/app/index.ts';
import { type TestPartner, testPartner } from '../../webhooks/testing/test-partner.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { replayPartnerDelivery } from './partner-deliveries.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const jwksUrl = '/.well-known/jwks.json';

describe('the proofs that a delivery to a partner carries', () => {
  const undo = new AsyncDisposableStack();
  let scene: WebhookScene;
  let customer: Customer;
  let partner: TestPartner;
  beforeAll(async () => {
    scene = undo.use(await webhookScene());
    customer = await scene.customer();
    partner = undo.use(await testPartner(scene.test.app));
    await partner.allowedBy(customer);
  });
  afterAll(() => undo.disposeAsync());

  const now = () => new Date(scene.test.clock.now());
  /** A receiver with jose's key cache. It counts how often it fetches the keys. */
  const receiverByJose = () => {
    const fetches: string[] = [];
    const keys = createRemoteJWKSet(new URL(jwksUrl, testBaseUrl), {
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: 0,
      [customFetch]: async (url) => {
        fetches.push(url);
        return Response.json((await scene.test.send({ url: new URL(url).pathname })).body);
      },
    });
    const verify = (token: string, audience = partner.id) =>
      jwtVerify(token, keys, { algorithms: ['RS256'], issuer: testBaseUrl, audience, currentDate: now() });
    return { fetches, verify };
  };
  const published = async () => (await scene.test.send({ url: jwksUrl })).body as JSONWebKeySet;
  const verifyByOther = async (token: string, { keys }: JSONWebKeySet) => {
    const jwk = keys.find(({ kid }) => kid === decodeProtectedHeader(token).kid);
    if (jwk === undefined) throw new Error('the key is not published');
    return jsonwebtoken.verify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
      algorithms: ['RS256'],
      issuer: testBaseUrl,
      audience: partner.id,
      clockTimestamp: Math.floor(scene.test.clock.now() / 1000),
    });
  };
  const newToken = async (): Promise<string> => {
    await customer.emit(1);
    return partner.received().at(-1)?.token ?? '';
  };
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const rotate = () =>
    scene.test.operate({ method: 'POST', url: '/v1/secrets/signing-keys/rotate', body: {} });

  it('[PA6] a token of its own for each attempt and replay, with all claims, for this partner alone', async () => {
    partner.answer(500);
    await customer.emit(1);
    await scene.after(minuteMs);
    partner.answer(204);
    const { webhooks, outbound } = scene.test.app.webhookServices;
    const deps = { ...scene.test, outbound, webhook: webhooks.withSecrets };
    const [delivery] = await scene.test.sql<{ id: number }[]>`
      select id from deliveries where webhook_id = ${partner.webhookId}`;
    expect((await replayPartnerDelivery(deps, partner.id, delivery?.id ?? 0)).success).toBe(true);
    const received = partner.received();
    expect(received.map(({ id }) => id)).toEqual(Array(3).fill(received[0]?.id));
    const payloads = await Promise.all(
      received.map(async ({ token }) => (await receiverByJose().verify(token)).payload),
    );
    expect(new Set(payloads.map(({ jti }) => jti)).size).toBe(3);
    const iat = Math.floor(scene.test.clock.now() / 1000);
    expect(payloads[2]).toEqual({
      iss: testBaseUrl,
      aud: partner.id,
      iat,
      exp: iat + 300,
      jti: expect.any(String),
    });
    const last = received[2]?.token ?? '';
    expect(decodeProtectedHeader(last)).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
    await expect(receiverByJose().verify(last, 'cli_of_somebody_else')).rejects.toThrow(/aud/);
    scene.test.clock.advance(5 * minuteMs);
    await expect(receiverByJose().verify(last)).rejects.toThrow(/exp/);
  });

  it('[PA6] the signature is checked with the partner’s secret, and an account’s webhook gets no token', async () => {
    scene.test.clock.advance(Date.now() - scene.test.clock.now());
    await customer.emit(1);
    const request = partner.receiver.requests.at(-1);
    const body = request?.body ?? '';
    const signed = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(request?.headers[name]),
      ]),
    );
    expect(new Webhook(partner.secret).verify(body, signed)).toMatchObject({ name: 'agent:error' });
    expect(() => new Webhook(customer.secret).verify(body, signed)).toThrow();
    expect(customer.receiver.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('[PA6] before, during and after a key rotation every token can be verified, even with cached keys', async () => {
    const before = await newToken();
    const cachedBefore = { jose: receiverByJose(), other: await published() };
    await cachedBefore.jose.verify(before);
    await verifyByOther(before, cachedBefore.other);

    expect((await rotate()).status).toBe(200);
    const during = await newToken();
    expect(kidOf(during)).toBe(kidOf(before));
    await cachedBefore.jose.verify(during);
    await verifyByOther(during, cachedBefore.other);
    expect(cachedBefore.jose.fetches).toHaveLength(1);

    // The key set may be cached for 5 minutes. So every cache is younger than the rotation when the new key signs.
    scene.test.clock.advance(10 * minuteMs - 1);
    const cachedDuring = { jose: receiverByJose(), other: await published() };
    const last = await newToken();
    expect(kidOf(last)).toBe(kidOf(before));
    await cachedDuring.jose.verify(last);
    scene.test.clock.advance(1);
    const after = await newToken();
    expect(kidOf(after)).not.toBe(kidOf(before));
    for (const token of [last, after]) {
      await cachedDuring.jose.verify(token);
      await receiverByJose().verify(token);
      await verifyByOther(token, cachedDuring.other);
      await verifyByOther(token, await published());
    }
    expect(cachedDuring.jose.fetches).toHaveLength(1);

    scene.test.clock.advance(dayMs);
    expect((await published()).keys.map(({ kid }) => kid)).not.toContain(kidOf(before));
    const later = await newToken();
    expect(kidOf(later)).toBe(kidOf(after));
    await receiverByJose().verify(later);
    await verifyByOther(later, await published());
  });
});
