import { callRoutes } from '@parley/protocol/management/routes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unknownKey } from '../../keys/testing/unknown-key.ts';
import { makeTestAccount, type TestAccount, type TestApp, testApp } from '../../testing/app/index.ts';
import { someOf } from '../../testing/index.ts';
import type { Route } from '../route.ts';

const [first, second, elsewhere] = ['2001:db8:1:2::a1b2', '2001:db8:1:2:ffff::c3d4', '2001:db8:1:3::a1b2'];

/** Bodies with which the calls without a sign-in reach their limits. */
const bodies: Readonly<Record<string, object>> = {
  'auth.signIn': { email: 'nobody@example.com', password: 'a password' },
  'auth.secondFactor': { kind: 'totp', code: '000000' },
  'auth.link': { token: 'a guess' },
  'auth.forgotPassword': { email: 'nobody@example.com' },
  'auth.resetPassword': { token: 'a guess', password: 'a good password' },
  'auth.passkey': { response: {} },
  'auth.invitation': { token: 'a guess' },
  'auth.acceptInvitation': { token: 'a guess', name: 'x', password: 'a good password' },
};
const bodyOf = ({ method, path }: Route): object | undefined => {
  const [name] =
    Object.entries(callRoutes).find((entry) => entry[1].method === method && entry[1].path === path) ?? [];
  return bodies[name ?? ''];
};

describe('limits by source', () => {
  let test: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    test = await testApp();
    account = await makeTestAccount(test.app, 'ours');
    await test.send({ url: '/avatars', headers: { 'x-api-key': account.key } });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  /** The buckets in which a request from an address is counted. */
  const bucketsOf = async (route: Route, from: string): Promise<string[]> => {
    const taken = vi.spyOn(test.bus.limits, 'take');
    const asked = vi.spyOn(test.bus.limits, 'has');
    try {
      const unknown = { 'x-api-key': unknownKey() };
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { 'x-api-key': account.key }, unknown]) {
        test.clock.advance(60_000);
        await test.send({
          method: route.method,
          url: route.path.replaceAll(/:\w+/g, String(account.avatarId)),
          from,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(route.method === 'GET'
            ? {}
            : { body: bodyOf(route) ?? { avatarId: String(account.avatarId) } }),
        });
      }
      return [...taken.mock.calls, ...asked.mock.calls].map(([bucket]) => bucket);
    } finally {
      taken.mockRestore();
      asked.mockRestore();
    }
  };

  it('count a whole /64 of IPv6 as one source, on every route', async () => {
    const kinds = new Set<string>();
    const compared = someOf(test.app.routes, 40);
    for (const route of test.app.routes) {
      const name = `${route.method} ${route.path}`;
      const buckets = await bucketsOf(route, first);
      const bySource = buckets.filter((bucket) => bucket.includes('2001:db8:1:2'));
      expect(
        bySource.filter((bucket) => bucket.includes('a1b2')),
        name,
      ).toEqual([]);
      if (bySource.length > 0 && compared.includes(route)) {
        expect(await bucketsOf(route, second), name).toEqual(buckets);
        expect(await bucketsOf(route, elsewhere), name).not.toEqual(buckets);
      }
      for (const bucket of bySource)
        kinds.add(bucket.slice(0, bucket.indexOf('2001:')).replace(/:[\w-]{43}:$/, ':'));
    }
    expect([...kinds].toSorted()).toEqual([
      'access-token:',
      'avatar:',
      'edge:',
      'join:',
      'management:',
      'model:',
      'oauth-browser:',
      'oauth-client:',
      'rating:',
      'sign-in:mail-source:',
      'sign-in:name-and-source:',
      'sign-in:source:',
      'transcript:',
      'unknown-key:',
      'wrong-operator-token:',
    ]);
  });
});

describe('wrong operator tokens', () => {
  it.each(['/v1/accounts', '/metrics'])('%s: are limited for each source, in every route', async (url) => {
    await using test = await testApp();
    const outcomes: number[] = [];
    for (let i = 0; i < 25; i++) {
      const headers = { authorization: `Bearer guess-${i}` };
      outcomes.push((await test.send({ url, headers })).status);
    }
    expect(outcomes).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
    // From this source even the right token is refused, but not from another source.
    expect(await test.operate({ url })).toMatchObject({ status: 429 });
    expect(await test.operate({ url, from: '203.0.113.2' })).toMatchObject({ status: 200 });
    test.clock.advance(5_000);
    expect(await test.operate({ url })).toMatchObject({ status: 200 });
  });

  it('right ones are not limited', async () => {
    await using test = await testApp();
    for (let i = 0; i < 60; i++)
      expect(await test.operate({ url: '/metrics' })).toMatchObject({ status: 200 });
  });
});

describe('requests from this machine', () => {
  it('are not local behind a proxy, whatever headers it adds or leaves out', async () => {
    await using test = await testApp({ settings: { behindProxy: true, TRUSTED_PROXIES: ['127.0.0.1'] } });
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-real-ip': '127.0.0.1' }])
      for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect(await test.send({ url: '/metrics', from, headers })).toMatchObject({ status: 401 });
    expect(await test.operate({ url: '/metrics', from: '127.0.0.1' })).toMatchObject({ status: 200 });
  });
});
