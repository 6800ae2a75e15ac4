import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, type TestApp, testApp } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';
import { ensureFirstAccount } from './first-account.ts';

describe('the first things', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await testApp();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const make = () =>
    ensureFirstAccount({
      sql: test.sql,
      accounts: test.app.accounts,
      avatars: test.app.avatars,
      ownerEmail: 'owner@example.com',
    });
  const counted = async () => {
    const [row] = await test.sql`
      select (select count(*)::int from accounts) as accounts, (select count(*)::int from people) as people,
        (select count(*)::int from avatars where deleted_at is null) as avatars`;
    return row;
  };
  const one = { accounts: 1, people: 1, avatars: 1 };

  it('are an account, its owner and an avatar, made once', async () => {
    const first = await make();
    expect(await counted()).toEqual(one);
    expect(await test.app.avatars.get(first.accountId, first.avatarId)).toMatchObject({
      accountId: first.accountId,
      name: 'Demo avatar',
    });
    expect(await make()).toEqual(first);
    expect(await counted()).toEqual(one);
  });

  it('are not made again after they were deleted', async () => {
    const first = await make();
    await testChange(test.sql, (change) =>
      test.app.avatars.remove(change, { accountId: first.accountId, id: first.avatarId }),
    );
    expect(await make()).toEqual(first);
    expect(await counted()).toEqual({ ...one, avatars: 0 });
  });

  it.each([
    ['the account was made', ['first-account', 'first-things']],
    ['the account was noted down', ['first-things']],
  ])('continue after a start that was killed when %s', async (_when, unwritten) => {
    const first = await make();
    await test.sql`delete from avatars`;
    await test.sql`delete from installation where name in ${test.sql(unwritten)}`;
    expect((await make()).accountId).toBe(first.accountId);
    expect(await counted()).toEqual(one);
  });

  it('continue after a start that was killed when the avatar was made', async () => {
    const first = await make();
    await test.sql`delete from installation where name = 'first-things'`;
    expect(await make()).toEqual(first);
    expect(await counted()).toEqual(one);
  });

  it('are the ones that a database already has', async () => {
    const party = await makeTestAccount(test.app, 'here-before');
    expect(await make()).toMatchObject({ accountId: party.accountId, avatarId: party.avatarId });
    expect(await counted()).toEqual(one);
  });
});
