import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

const [shop, blog] = ['https://shop.example', 'https://blog.example'];

describe('a private avatar', () => {
  let test: TestApp;
  let ours: TestAccount;
  beforeAll(async () => {
    test = await testApp({ hasPages: true });
    ours = await makeTestAccount(test.app, 'ours');
    const { accountId, avatarId: id } = ours;
    const settings = { private: true, look: 'omar', embedOrigins: [shop, blog], askForRating: true };
    await testChange(test.sql, (change) => test.app.avatars.update(change, { accountId, id }, settings));
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const newToken = async (avatarId = ours.avatarId): Promise<string> => {
    const made = await test.send({
      method: 'POST',
      url: '/auth/generate-token',
      headers: { 'x-api-key': ours.key },
      body: { avatar_id: String(avatarId) },
    });
    return (made.body as { jwt: string }).jwt;
  };
  const info = async (token?: string) =>
    (
      await test.send({
        url: `/client/avatars/${ours.avatarId}`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    ).body as Record<string, unknown>;
  const ancestors = async (query = '', headers: Record<string, string> = {}) => {
    const page = await test.send({ url: `/avatar/${ours.avatarId}${query}`, headers });
    expect(page.status).toBe(200);
    return String(page.headers['content-security-policy']).split('frame-ancestors ')[1];
  };

  it('[HT31] tells strangers only that it is private', async () => {
    for (const token of [undefined, 'a.b.c', 'wrong']) {
      const { refusal, ...told } = await info(token);
      expect(refusal).toBe(token === undefined ? 'token_required' : 'token_invalid');
      const known = Object.entries(told).filter(([, value]) => value !== null);
      expect(Object.fromEntries(known)).toEqual({ id: String(ours.avatarId), private: true });
    }
  });

  it('[HT31] tells all to the holder of a token, which is not used up by that', async () => {
    const token = await newToken();
    for (let i = 0; i < 2; i++)
      expect(await info(token)).toMatchObject({
        refusal: null,
        name: 'Avatar of ours',
        look: 'omar',
        embedOrigins: [shop, blog],
        askForRating: true,
        tellsWatching: true,
      });
    expect(await ancestors(`?token=${token}`)).toBe(`'self' ${shop} ${blog}`);
    const join = { method: 'POST' as const, url: '/client/authenticate' };
    const headers = { origin: shop };
    const body = { avatarId: String(ours.avatarId), token };
    expect(await test.send({ ...join, headers, body })).toMatchObject({ status: 200 });
    expect(await test.send({ ...join, headers, body })).toMatchObject({ status: 401 });
    expect(await info(token)).toMatchObject({ refusal: 'token_used', look: 'omar' });
  });

  it('[HT31] tells no source without end whether a token was used', async () => {
    const token = await newToken();
    const headers = { origin: shop };
    const body = { avatarId: String(ours.avatarId), token };
    await test.send({ method: 'POST', url: '/client/authenticate', headers, body });
    const told = await Promise.all(Array.from({ length: 60 }, () => info(token)));
    const refusals = new Set(told.map(({ refusal }) => refusal));
    expect(refusals).toEqual(new Set(['token_used', null]));
  });

  it('[HT31] shows no picture on the button of a widget', async () => {
    const theirs = await makeTestAccount(test.app, 'theirs');
    const picture = ({ avatarId }: TestAccount) => test.send({ url: `/sdk/picture/${avatarId}` });
    expect(await picture(ours)).toMatchObject({ status: 204 });
    const { status, headers } = await picture(theirs);
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('[HT31] its page names only the embedding page that asks, and only if it is on the list', async () => {
    expect(await ancestors()).toBe("'self'");
    expect(await ancestors('?token=wrong')).toBe("'self'");
    expect(await ancestors('', { referer: `${shop}/products?x=1` })).toBe(`'self' ${shop}`);
    expect(await ancestors('', { referer: 'https://evil.example/' })).toBe("'self'");
    expect(await ancestors('', { referer: 'not an address' })).toBe("'self'");
    expect(await ancestors('', { referer: `${testBaseUrl}/dashboard` })).toBe("'self'");
  });

  it('[HT31] a wrong address of a model tells nothing about the list of pages', async () => {
    const ask = (origin: string) =>
      test.send({ url: `/client/avatars/${ours.avatarId}/model/x.glb`, headers: { origin } });
    const [listed, other] = [await ask(shop), await ask('https://evil.example')];
    expect([listed.status, other.status]).toEqual([404, 404]);
    expect(other.headers['access-control-allow-origin']).toBe(listed.headers['access-control-allow-origin']);
  });
});
