import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../../outbound/testing/receiver.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { newSigningSecret, signatureOf, signingKey } from './signing.ts';

const day = 24 * 3_600_000;

it('[DE4] gives the signature of the published test vector', () => {
  const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  expect(signatureOf([key], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

it('makes secrets of 32 random bytes in the agreed form', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKey(secret).symmetricKeySize).toBe(32);
  }
});

describe('receivers with the libraries that people use', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
    // The libraries compare timestamps with the wall clock, and refuse what is 5 minutes off.
    scene.test.clock.advance(Date.now() - scene.test.clock.now());
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer();
  });

  const lastRequest = (): ReceivedRequest => {
    const last = customer.receiver.requests.at(-1);
    if (last === undefined) throw new Error('nothing was received');
    return last;
  };
  const accepts = (secret: string, { body, headers }: ReceivedRequest): boolean => {
    const fields = headers as Record<string, string>;
    const verdicts = [new StandardWebhook(secret), new Svix(secret)].map((library) => {
      try {
        library.verify(body, fields);
        return true;
      } catch {
        return false;
      }
    });
    if (verdicts[0] !== verdicts[1]) throw new Error('the libraries do not agree');
    return verdicts[0] ?? false;
  };
  const rotate = (overlapMs: number) => customer.rotate(overlapMs);

  it.each([
    ['plain', 'lost the thread'],
    ['of many scripts', 'Grüße 你好 שלום 🎭👩‍👩‍👧 \u0301\u200b'],
    ['with what JSON escapes', '"\\\u0000\n\u2028\ud800</script>'],
  ])('[DE4] standardwebhooks and svix accept a body %s', async (_what, text) => {
    await customer.emit(1, text);
    const request = lastRequest();
    expect(JSON.parse(request.body).details.error).toBe(text);
    expect(accepts(customer.secret, request)).toBe(true);
    expect(accepts(newSigningSecret(), request)).toBe(false);
    expect(accepts(customer.secret, { ...request, body: request.body.replace('Event', 'event') })).toBe(
      false,
    );
  });

  it('[DE4] each attempt has a new timestamp and signature, but the same id and bytes', async () => {
    customer.answer(500);
    await customer.emit(1);
    await scene.after(40_000);
    const [first, second] = customer.receiver.requests;
    if (first === undefined || second === undefined) throw new Error('two attempts were expected');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])).toBe(40);
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    for (const request of [first, second]) expect(accepts(customer.secret, request)).toBe(true);
  });

  it('[WH4] a rotated secret signs at once and alone', async () => {
    const { secret } = await rotate(0);
    await customer.emit(1);
    expect(accepts(secret, lastRequest())).toBe(true);
    expect(accepts(customer.secret, lastRequest())).toBe(false);
  });

  it('[WH4] with an overlap both secrets sign until it ends, to the millisecond, and only the new one after', async () => {
    const { secret } = await rotate(60_000);
    await customer.emit(1);
    expect(lastRequest().headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect([secret, customer.secret].map((known) => accepts(known, lastRequest()))).toEqual([true, true]);
    scene.test.clock.advance(59_999);
    await customer.emit(1);
    expect([secret, customer.secret].map((known) => accepts(known, lastRequest()))).toEqual([true, true]);
    scene.test.clock.advance(1);
    await customer.emit(1);
    expect(lastRequest().headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
    expect([secret, customer.secret].map((known) => accepts(known, lastRequest()))).toEqual([true, false]);
  });

  it('[WH4] an overlap lasts 7 days at most', async () => {
    await expect(rotate(7 * day + 1)).rejects.toThrow('7 days at most');
    await expect(rotate(-1)).rejects.toThrow('7 days at most');
    await rotate(7 * day);
  });

  it('[WH4] of two rotations at the same instant one wins, and its secret is the one that signs', async () => {
    const outcomes = await Promise.allSettled([rotate(0), rotate(0), rotate(0)]);
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.secret] : []));
    expect(won.length).toBeGreaterThan(0);
    await customer.emit(1);
    expect(accepts(won.at(-1) ?? '', lastRequest()) || accepts(won[0] ?? '', lastRequest())).toBe(true);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('changed at the same time');
    }
  });

  it('[WH3] a webhook from before signing sends none of the three headers until it is rotated', async () => {
    await scene.test.sql`
      update webhooks set secret_sealed = null, secret_id = null where id = ${customer.webhookId}`;
    await customer.emit(1);
    const names = Object.keys(lastRequest().headers);
    expect(names.filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(await customer.webhook()).toMatchObject({ signed: false });
    const { secret, webhook } = await rotate(60_000);
    expect(webhook.signed).toBe(true);
    await customer.emit(1);
    expect(lastRequest().headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
    expect(accepts(secret, lastRequest())).toBe(true);
  });
});
