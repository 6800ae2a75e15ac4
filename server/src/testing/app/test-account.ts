import { type Permission, permissionScopes } from '@parley/protocol';
import type { App } from '../../app.ts';

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
  const account = await app.accounts.create({ name, email: `${name}@example.com` });
  const avatar = await app.avatars.create(account.id, { name: `Avatar of ${name}` });
  const { id, key } = await makeKey(app, account.id);
  return { accountId: account.id, avatarId: avatar.id, keyId: id, key };
};

export const makeKey = async (
  app: App,
  accountId: string,
  { permissions = permissionScopes, ...rest }: KeyOptions = {},
): Promise<{ id: string; key: string }> => {
  const { record, key } = await app.keys.create(accountId, { name: 'test', permissions, ...rest });
  return { id: record.id, key };
};
