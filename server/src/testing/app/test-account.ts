import { type Permission, permissionScopes } from '@parley/protocol';
import type { App } from '../../app/app.ts';
import { testChange } from '../test-change.ts';

/** An account with one avatar and one key that may do everything. */
export type TestAccount = {
  readonly accountId: string;
  readonly avatarId: number;
  readonly keyId: string;
  readonly key: string;
};

export type KeyOptions = {
  readonly permissions?: readonly Permission[];
  readonly avatarIds?: readonly number[];
  readonly origins?: readonly string[];
};

export const makeTestAccount = async (app: App, name: string): Promise<TestAccount> => {
  const account = await testChange(app.sql, (change) =>
    app.accounts.create(change, { name, email: `${name}@example.com` }),
  );
  const avatar = await testChange(app.sql, (change) =>
    app.avatars.create(change, account.id, { name: `Avatar of ${name}`, greeting: '' }),
  );
  const { id, key } = await makeKey(app, account.id);
  return { accountId: account.id, avatarId: avatar.id, keyId: id, key };
};

export const makeKey = async (
  app: App,
  accountId: string,
  { permissions = permissionScopes, ...rest }: KeyOptions = {},
): Promise<{ id: string; key: string }> => {
  const { record, key } = await testChange(app.sql, (change) =>
    app.keys.create(change, accountId, { name: 'test', permissions, ...rest }),
  );
  return { id: record.id, key };
};
