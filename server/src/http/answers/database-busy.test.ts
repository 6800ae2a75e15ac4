import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../db/index.ts';
import {
  makeTestAccount,
  type Request,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';

let database: TestDatabase;
let test: TestApp;
let ours: TestAccount;
beforeAll(async () => {
  database = await testDatabase();
  const sql = connect({ url: database.url, max: 4, parameters: { lock_timeout: '50ms' } });
  test = await testApp({ database: { ...database, sql }, deliveryPollMs: null });
  ours = await makeTestAccount(test.app, 'ours');
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await test.sql.end({ timeout: 1 });
  await database[Symbol.asyncDispose]();
});

const routes: Record<string, { request(): Request; body: object }> = {
  'an API-key endpoint': {
    request: () => ({ url: '/avatars', headers: { 'x-api-key': ours.key } }),
    body: { error: { code: 45, message: 'Internal server error occurred' } },
  },
  'the session query': {
    request: () => ({ url: '/session/query?session_id=ses_x', headers: { 'x-api-key': ours.key } }),
    body: { status: 'FAIL', failReason: 45, message: 'Internal server error occurred' },
  },
  'the management API': {
    request: () => ({
      url: `/v1/accounts/${ours.accountId}/keys`,
      headers: { authorization: 'Bearer parley_operator_of_the_tests' },
    }),
    body: { error: { code: 'unavailable', message: expect.any(String) } },
  },
  'the token endpoint': {
    request: () => ({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('ptn_x:secret').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=refresh_token&refresh_token=x',
    }),
    body: { error: 'temporarily_unavailable', error_description: expect.any(String) },
  },
};

describe('while a table stays locked for longer than a statement waits', () => {
  it.each(Object.entries(routes))('%s answers 503 in its own shape', async (_name, { request, body }) => {
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = database.sql.begin(async (tx) => {
      await tx`lock table api_keys, avatars, accounts, sessions, partners in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const answer = await test.send(request());
    release.resolve();
    await holding;
    expect(answer).toMatchObject({ status: 503, body });
    const isContract = 'x-api-key' in (request().headers ?? {});
    expect(answer.headers['retry-after']).toBe(isContract ? undefined : '2');
    expect(test.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
