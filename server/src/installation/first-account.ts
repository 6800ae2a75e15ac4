import type { Accounts } from '../accounts/index.ts';
import { makeChange, systemActor } from '../audit/index.ts';
import type { Avatar, Avatars } from '../avatars/index.ts';
import type { Sql } from '../db/index.ts';

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
  const known = await read(sql, 'first-things');
  if (known !== null) return JSON.parse(known) as FirstAccount;

  let accountId = await read(sql, 'first-account');
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
    await write(sql, 'first-account', accountId);
  }
  const present = await avatars.page(accountId, 0, 1, null);
  const avatarId = present.avatars[0]?.id ?? (await createDemoAvatar(sql, avatars, accountId)).id;
  const made = { accountId, ownerEmail, avatarId };
  await write(sql, 'first-things', JSON.stringify(made));
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

async function read(sql: Sql, name: string): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`select value from installation where name = ${name}`;
  return row?.value ?? null;
}

async function write(sql: Sql, name: string, value: string): Promise<void> {
  await sql`insert into installation (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
}
