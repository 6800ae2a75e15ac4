import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endpointNames,
  endpoints,
  liveSession,
  makeKey,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';

const listed = 'https://shop.example.com';

describe.each(endpointNames)('a key with allowed origins on %s', (name) => {
  let test: TestApp;
  let ours: TestAccount;
  beforeAll(async () => {
    test = await testApp();
    ours = await makeTestAccount(test.app, 'ours');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const statusFrom = async (origin: string | undefined, origins: readonly string[] | null = [listed]) => {
    const { accountId, avatarId } = ours;
    const { key } = await makeKey(test.app, accountId, origins === null ? {} : { origins });
    using session = liveSession(test.bus.sessions, { accountId, avatarId });
    const request = endpoints[name].request({ key, avatarId, sessionId: session.sessionId });
    const headers = { ...request.headers, ...(origin === undefined ? {} : { origin }) };
    return (await test.send({ ...request, headers })).status;
  };

  it('is refused from every other origin', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      `${listed}.evil.example`,
      'http://shop.example.com',
    ])
      expect(await statusFrom(origin), origin).toBe(403);
    expect(await statusFrom(listed)).toBe(200);
  });

  it('is refused without an origin only where tokens are made', async () => {
    expect(await statusFrom(undefined)).toBe(name === 'generate-token' ? 403 : 200);
  });

  it('is accepted from everywhere if it lists none', async () => {
    expect(await statusFrom('https://evil.example', null)).toBe(200);
  });
});
