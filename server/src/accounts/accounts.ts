import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import { invalid, newAccountId, newMemberId, newPersonId, notFound, plainName } from '../kernel/index.ts';

export type Account = { readonly id: string; readonly name: string; readonly createdAt: Date };
export type AccountSettings = Account & { readonly retentionDays: number };
export type Owner = { readonly id: string; readonly email: string };
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(sql: Sql) {
  return {
    /** A person who is known already by that address becomes the owner of this account too. */
    async create(
      input: { name: string; email: string },
      also?: InSameTransaction<Account & { owner: Owner }>,
    ): Promise<Account & { owner: Owner }> {
      const name = plainName('The account’s name', input.name, 120);
      const email = checkEmail(input.email);
      const insert = async (tx: Queries) => {
        const account = await insertAccount(tx, name);
        const owner = await insertPerson(tx, email);
        await tx`
          insert into members (id, account_id, person_id, role)
          values (${newMemberId()}, ${account.id}, ${owner.id}, 'owner')`;
        return { ...account, owner };
      };
      return await changeInTransaction(sql, insert, also);
    },

    async list(): Promise<Account[]> {
      return await sql<
        Account[]
      >`select id, name, created_at as "createdAt" from accounts order by created_at, id`;
    },

    async get(id: string): Promise<Account> {
      const [account] = await sql<Account[]>`
        select id, name, created_at as "createdAt" from accounts where id = ${id}`;
      if (account === undefined)
        throw notFound(`There is no account ${id}; "account list" shows those there are.`);
      return account;
    },

    async settings(id: string): Promise<AccountSettings> {
      const [found] = await sql<AccountSettings[]>`
        select id, name, created_at as "createdAt", retention_days as "retentionDays" from accounts
        where id = ${id}`;
      if (found === undefined) throw notFound('There is no such account.');
      return found;
    },

    async change(
      id: string,
      input: { name?: string; retentionDays?: number },
      also?: InSameTransaction<void>,
    ): Promise<AccountSettings> {
      const { retentionDays: days } = input;
      const name = input.name === undefined ? null : plainName('The account’s name', input.name, 120);
      if (days !== undefined && !(Number.isInteger(days) && days >= 0 && days <= 3650)) {
        throw invalid('Keep transcripts for 1 to 3650 days, or 0 for ever.', 'retentionDays');
      }
      const write = async (tx: Queries): Promise<void> => {
        await tx`
          update accounts set name = coalesce(${name}, name),
            retention_days = coalesce(${days ?? null}, retention_days)
          where id = ${id}`;
      };
      await changeInTransaction(sql, write, also);
      return await this.settings(id);
    },

    async count(): Promise<number> {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from accounts`;
      return row?.count ?? 0;
    },
  };
}

async function insertAccount(tx: Queries, name: string): Promise<Account> {
  const [account] = await tx<Account[]>`
    insert into accounts (id, name) values (${newAccountId()}, ${name})
    returning id, name, created_at as "createdAt"`;
  if (account === undefined) throw new Error('the account was not inserted');
  return account;
}

export async function insertPerson(tx: Queries, email: string): Promise<Owner> {
  const [person] = await tx<Owner[]>`
    insert into people (id, name, email) values (${newPersonId()}, ${email.split('@')[0] ?? email}, ${email})
    on conflict (email) do update set updated_at = now()
    returning id, email`;
  if (person === undefined) throw new Error('the person was not inserted');
  return person;
}

export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u.test(email) || email.length > 254)
    throw invalid(`"${text}" is not an e-mail address.`, 'email');
  return email;
}
