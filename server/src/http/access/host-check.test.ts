import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app/index.ts';

describe('the host of a request', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp({ settings: { ALLOWED_HOSTS: ['avatars.example.org', 'talk.example.net'] } });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it.each([
    ['talk.example.com', 200],
    ['avatars.example.org', 200],
    ['AVATARS.example.org:8080', 200],
    ['talk.example.net', 200],
    ['localhost:8080', 200],
    ['127.0.0.1', 200],
    ['[::1]:8080', 200],
    ['example.org', 421],
    ['www.avatars.example.org', 421],
    ['avatars.example.org.evil.example', 421],
    ['evil.example', 421],
    ['evil.example/avatars.example.org', 421],
    ['me@avatars.example.org', 421],
  ])('[HT23] %s: %d', async (host, status) => {
    expect(await test.send({ url: '/healthz', headers: { host } })).toMatchObject({ status });
  });

  it('[HT23] may be any of our names for a page of the dashboard that changes something', async () => {
    const change = async (host: string, origin: string) =>
      await test.send({
        method: 'POST',
        url: '/v1/me/sign-out',
        headers: { host, origin, cookie: 'parley=none', 'content-type': 'application/json' },
        body: {},
      });
    const own = await change('avatars.example.org', 'https://avatars.example.org');
    expect(own.body).not.toMatchObject({ error: { code: 'foreign_origin' } });
    expect((await change('avatars.example.org', 'https://evil.example')).body).toMatchObject({
      error: { code: 'foreign_origin' },
    });
  });
});
