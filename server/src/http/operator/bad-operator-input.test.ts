import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Method,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';

describe('bad input on the operator’s routes', () => {
  let test: TestApp;
  let ours: TestAccount;

  beforeAll(async () => {
    test = await testApp();
    ours = await makeTestAccount(test.app, 'ours');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const filled = (text: string) =>
    text
      .replaceAll('ACCOUNT', ours.accountId)
      .replaceAll('AVATAR', String(ours.avatarId))
      .replaceAll('KEY', ours.keyId);

  it.each([
    ['GET', '/operator/accounts/%00', ''],
    ['GET', '/operator/avatars', ''],
    ['GET', '/operator/avatars?account=%00', ''],
    ['GET', '/operator/avatars?account=ACCOUNT&account=ACCOUNT', ''],
    ['GET', '/operator/avatars?account=ACCOUNT&page=-1', ''],
    ['GET', '/operator/avatars/AVATAR?account=%00', ''],
    ['GET', '/operator/avatars/99999999999999999999', ''],
    ['GET', '/operator/avatars/9007199254740991', ''],
    ['GET', '/operator/avatars/%2e%2e', ''],
    ['DELETE', '/operator/avatars/AVATAR?account=%00', ''],
    ['GET', '/operator/keys?account=%00', ''],
    ['POST', '/operator/keys/%00/disable', ''],
    ['POST', '/operator/keys/KEY/revoke?account=%00', ''],
    ['PUT', '/operator/keys/KEY/limits', '{}'],
    ['PUT', '/operator/keys/KEY/limits', '{"burst":0,"rate":1}'],
    ['PUT', '/operator/keys/KEY/limits', '{"burst":1e300,"rate":1}'],
    ['PUT', '/operator/keys/KEY/limits', '{"burst":"1","rate":1}'],
    ['POST', '/operator/accounts', ''],
    ['POST', '/operator/accounts', '[]'],
    ['POST', '/operator/accounts', '{"name":"A"}'],
    ['POST', '/operator/accounts', '{"name":"A","email":"a@example.com","more":1}'],
    ['POST', '/operator/accounts', '{"name":"A\\u0000","email":"a@example.com"}'],
    ['POST', '/operator/accounts', '{"name":"A","email":"a\\u0000@example.com"}'],
    ['POST', '/operator/accounts', '{"name":"A","email":"a\\ud800@example.com"}'],
    ['POST', '/operator/accounts', '{"name":"A","email":"not an address"}'],
    ['POST', '/operator/accounts', '{"name":1,"email":"a@example.com"}'],
    ['POST', '/operator/avatars', '{"account":"\\u0000","name":"A"}'],
    ['POST', '/operator/avatars', '{"account":"acc_nobody","name":"A"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":""}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","webhook":"\\u0000"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","webhook":"wh_nobody"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","voice":"\\u0000"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","max_session_duration":0}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","max_session_duration":1.5}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","max_session_duration":1e300}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","endpoint":"javascript:1"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","endpoint":"https://me:pw@example.com"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","endpoint_key":"a\\nb"}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","embed_origins":["*"]}'],
    ['POST', '/operator/avatars', '{"account":"ACCOUNT","name":"A","__proto__":{"private":true}}'],
    ['PATCH', '/operator/avatars/AVATAR', '{}'],
    ['PATCH', '/operator/avatars/AVATAR', '{"webhook":"\\u0000"}'],
    ['PATCH', '/operator/avatars/AVATAR', '{"account":"ACCOUNT"}'],
    ['PATCH', '/operator/avatars/AVATAR?account=%00', '{"name":"B"}'],
    ['POST', '/operator/keys', '{"account":"\\u0000","name":"k","permissions":["read_avatars"]}'],
    ['POST', '/operator/keys', '{"account":"ACCOUNT","name":"k","permissions":"read_avatars"}'],
    ['POST', '/operator/keys', '{"account":"ACCOUNT","name":"k","permissions":["fly"]}'],
    [
      'POST',
      '/operator/keys',
      '{"account":"ACCOUNT","name":"k","permissions":["read_avatars"],"avatars":["x"]}',
    ],
    [
      'POST',
      '/operator/keys',
      '{"account":"ACCOUNT","name":"k","permissions":["read_avatars"],"avatars":["7"]}',
    ],
    [
      'POST',
      '/operator/keys',
      '{"account":"ACCOUNT","name":"k","permissions":["read_avatars"],"origins":["x"]}',
    ],
  ] satisfies [Method, string, string][])(
    '%s %s %s is refused with a word and a reason',
    async (method, url, body) => {
      const answer = await test.operate({
        method,
        url: filled(url),
        ...(body === '' ? {} : { body: filled(body) }),
      });
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toStrictEqual({
        error: {
          code: answer.status === 404 ? 'not_found' : 'invalid',
          message: expect.stringMatching(/\.$/),
        },
      });
      expect(test.logged.filter((line) => line.level === 'error')).toEqual([]);
    },
  );

  it('changed nothing by all that', async () => {
    expect((await test.operate({ url: '/operator/accounts' })).body).toMatchObject({
      accounts: [{ id: ours.accountId }],
    });
    expect((await test.operate({ url: `/operator/avatars?account=${ours.accountId}` })).body).toMatchObject({
      total: 1,
    });
    const { keys } = (await test.operate({ url: `/operator/keys?account=${ours.accountId}` })).body as {
      keys: unknown[];
    };
    expect(keys).toEqual([
      expect.objectContaining({ id: ours.keyId, state: 'active', burst: 100, rate: 50 }),
    ]);
  });
});
