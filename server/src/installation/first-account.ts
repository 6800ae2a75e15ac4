import type { Accounts } from '../accounts/index.ts';
import { makeChange, systemActor } from '../audit/index.ts';
import type { Avatar, Avatars } from '../avatars/index.ts';
import type { Sql } from '../db/index.ts';
import { readValue, storeOnce } from './installation-values.ts';

export type FirstAccount = {
  readonly accountId: string;
  readonly ownerEmail: string;
  readonly avatarId: number;
};

/**
 * Creates the first account, its owner and a demo avatar, once in the life of a database: not again after they are
 * deleted. If a start is killed in between, the next one continues.
 */
export async function ensureFirstAccount(deps: {
  sql: Sql;
  accounts: Accounts;
  avatars: Avatars;
  ownerEmail: string;
}): Promise<FirstAccount> {
  const { sql, accounts, avatars, ownerEmail } = deps;
  const known = await readValue(sql, 'first-things');
  if (known !== null) return JSON.parse(known) as FirstAccount;

  let accountId = await readValue(sql, 'first-account');
  if (accountId === null) {
    // A start may have been killed after it created the account and before it stored the id.
    const [present] = await accounts.list({ search: '', after: null, limit: 1 });
    accountId =
      present?.id ??
      (
        await makeChange(sql, systemActor, (change) =>
          accounts.create(change, { name: 'Demo', email: ownerEmail }),
        )
      ).id;
    await storeOnce(sql, 'first-account', accountId);
  }
  const present = await avatars.page(accountId, 0, 1, null);
  const avatarId = present.avatars[0]?.id ?? (await createDemoAvatar(sql, avatars, accountId)).id;
  const made = { accountId, ownerEmail, avatarId };
  await storeOnce(sql, 'first-things', JSON.stringify(made));
  return made;
}

const demoGreeting =
  'Hello! I am the demo avatar of Parley. Ask me anything about it, or say: show me what you can do. And what is your name?';

const createDemoAvatar = (sql: Sql, avatars: Avatars, accountId: string): Promise<Avatar> =>
  makeChange(sql, systemActor, (change) =>
    avatars.create(change, accountId, { name: 'Demo avatar', greeting: demoGreeting, sendsHeard: true }),
  );

/** The owners of the first account are operators until there is another operator. */
export async function ensureFirstOperator(sql: Sql, accountId: string): Promise<void> {
  await sql`
    update people set operator = true
    where not exists (select from people where operator) and id in (
      select person_id from members where account_id = ${accountId} and role = 'owner')`;
}
