import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  endpoints,
  liveSession,
  makeKey,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../testing/app/index.ts';

describe('two accounts', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;
  let theirWebhook: string;
  let round = 0;

  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test[Symbol.asyncDispose]());
  beforeEach(async () => {
    round += 1;
    ours = await makeTestAccount(test.app, `ours-${round}`);
    theirs = await makeTestAccount(test.app, `theirs-${round}`);
    theirWebhook = `wh_theirs_${round}`;
    await test.sql`insert into webhooks (id, account_id, name) values (${theirWebhook}, ${theirs.accountId}, 'Theirs')`;
  });

  const refusedAs = async (request: Parameters<TestApp['operate']>[0]) => {
    const { status, body } = await test.operate(request);
    return { status, ...(body as { error: { code: string; message: string } }).error };
  };

  describe('with a key of one', () => {
    it('GET /avatars shows and counts nothing of the other', async () => {
      const { body } = await test.send(endpoints.avatars.request({ ...ours, sessionId: '' }));
      expect(body).toMatchObject({ avatars: [{ id: String(ours.avatarId) }], pagination: { total: 1 } });
    });

    it('POST /auth/generate-token answers the same for the other’s avatar and for an unknown one', async () => {
      const ask = async (avatarId: number) => {
        const { status, body } = await test.send(
          endpoints['generate-token'].request({ ...ours, avatarId, sessionId: '' }),
        );
        return { status, body };
      };
      const foreign = await ask(theirs.avatarId);
      expect(foreign).toMatchObject({ status: 403, body: { error: { code: 33 } } });
      expect(foreign).toStrictEqual(await ask(987_654_321));
    });

    it('GET /session/query and POST /sessions/disconnect refuse the other’s session, which stays live', async () => {
      using session = liveSession(test.bus.sessions, theirs);
      for (const name of ['session query', 'disconnect'] as const) {
        const answer = await test.send(endpoints[name].request({ ...ours, ...session }));
        expect(answer.status).toBe(403);
        expect(answer.body).toStrictEqual({
          status: 'FAIL',
          failReason: 24,
          message: 'Avatar does not belong to your account',
        });
      }
      expect(session.timesEnded).toBe(0);
      expect(await test.send(endpoints['session query'].request({ ...theirs, ...session }))).toMatchObject({
        status: 200,
      });
    });

    it('a key that lists the other’s avatar opens nothing', async () => {
      const { key } = await makeKey(test.app, ours.accountId, { avatarIds: [ours.avatarId] });
      await test.sql`update api_keys set avatar_ids = array[${theirs.avatarId}::bigint] where id in (
        select id from api_keys where account_id = ${ours.accountId} order by created_at desc limit 1)`;
      const { body } = await test.send(endpoints.avatars.request({ ...ours, key, sessionId: '' }));
      expect(body).toMatchObject({ avatars: [], pagination: { total: 0 } });
      const token = endpoints['generate-token'].request({
        ...ours,
        key,
        avatarId: theirs.avatarId,
        sessionId: '',
      });
      expect(await test.send(token)).toMatchObject({ status: 403 });
    });
  });

  describe('to the operator who acts for one', () => {
    it('a key cannot list the other’s avatar, which looks like one that does not exist', async () => {
      const create = (avatar: string) =>
        refusedAs({
          method: 'POST',
          url: `/v1/accounts/${ours.accountId}/keys`,
          body: {
            name: 'k',
            permissions: ['read_avatars'],
            avatarIds: [String(ours.avatarId), avatar],
          },
        });
      const foreign = await create(String(theirs.avatarId));
      expect(foreign).toEqual({
        status: 400,
        code: 'invalid',
        message: `There is no avatar ${theirs.avatarId} in this account.`,
      });
      const missing = await create('987654321');
      expect(missing.message).toBe(foreign.message.replace(String(theirs.avatarId), '987654321'));
      expect(await test.app.keys.list(ours.accountId, { after: null, limit: 10 })).toHaveLength(1);
    });

    it('an avatar cannot be made or changed to use the other’s webhook', async () => {
      const refusal = {
        status: 400,
        code: 'invalid',
        message: `There is no webhook ${theirWebhook} in this account.`,
        field: 'webhookId',
      };
      const url = `/v1/accounts/${ours.accountId}/avatars`;
      const body = { name: 'Spy', webhookId: theirWebhook };
      expect(await refusedAs({ method: 'POST', url, body })).toEqual(refusal);
      const change = {
        method: 'PATCH',
        url: `${url}/${ours.avatarId}`,
        body: { webhookId: theirWebhook },
      } as const;
      expect(await refusedAs(change)).toEqual(refusal);
      expect(await test.app.avatars.get(ours.accountId, ours.avatarId)).toMatchObject({ webhookId: null });
      expect(await test.app.avatars.page(ours.accountId, 0, 10, null)).toMatchObject({ total: 1 });
    });

    it('lists contain only its own things', async () => {
      const account = `/v1/accounts/${ours.accountId}`;
      const { body: avatars } = await test.operate({ url: `${account}/avatars` });
      expect(avatars).toMatchObject({ items: [{ id: String(ours.avatarId) }], total: 1 });
      const { body: keys } = await test.operate({ url: `${account}/keys` });
      expect(keys).toMatchObject({ items: [{ id: ours.keyId }] });
    });
  });
});
