import { isDeepStrictEqual } from 'node:util';
import type { Pronunciation } from '@parley/protocol/pronunciations';
import { auditChange, type Change } from '../audit/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import {
  invalid,
  mailAddress,
  mustBeVersion,
  newAccountId,
  newPersonId,
  notFound,
  plainName,
  storedPronunciations,
} from '../kernel/index.ts';
import * as overviews from './account-overviews.ts';
import { addMember } from './members.ts';

export type Account = { readonly id: string; readonly name: string; readonly createdAt: Date };
type Changeable = {
  readonly name: string;
  readonly retentionDays: number;
  /** How its avatars say single words, unless they have their own way. */
  readonly pronunciations: readonly Pronunciation[];
  /** What people who answer visitors can send with one press. */
  readonly quickReplies: readonly string[];
  /** A taken session is handed back after this silence, in seconds. */
  readonly takeoverSilence: number;
  /** When members get a mail because nobody answers a visitor who asks for a person, in seconds; 0: never. */
  readonly personMailAfter: number;
};
export type AccountSettings = Account & Changeable & { readonly version: number };
export type AccountInput = Partial<Changeable>;
export type Owner = { readonly id: string; readonly email: string };
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(sql: Sql) {
  const embedded = new Set<string>();
  return {
    /** A page of another origin shows an avatar of the account. Only the first time is stored. */
    noteEmbedding(id: string): void {
      if (embedded.has(id)) return;
      embedded.add(id);
      sql`update accounts set embedded_at = now() where id = ${id} and embedded_at is null`.catch(() =>
        embedded.delete(id),
      );
    },

    /** If a person with that address exists already, they become the owner of this account too. */
    async create(
      change: Change,
      input: { name: string; email: string },
    ): Promise<Account & { owner: Owner }> {
      const name = plainName('The account’s name', input.name, 120);
      const email = checkEmail(input.email);
      const account = await insertAccount(change.tx, name);
      const { isNew: _, ...owner } = await insertPerson(change.tx, email);
      await addMember(change.tx, { accountId: account.id, personId: owner.id, role: 'owner' });
      await auditChange(change, {
        accountId: account.id,
        action: 'accounts.create',
        target: { kind: 'account', id: account.id, name },
        details: { owner: email },
      });
      return { ...account, owner };
    },

    /** Newest first. `search` is a part of the name, an owner's address, or an id. */
    list: (input: overviews.AccountSearch) => overviews.listAccounts(sql, input),
    overview: (id: string, queries: Queries = sql) => overviews.readAccount(queries, id),
    /** How many things of each kind the account has, counted up to 1,000 each. */
    counts: (id: string, demoUrl: string, queries: Queries = sql) => overviews.count(queries, id, demoUrl),

    get: (id: string, queries: Queries = sql): Promise<AccountSettings> => read(queries, id, false),

    async change(
      change: Change,
      id: string,
      input: AccountInput,
      version: number | null = null,
    ): Promise<AccountSettings> {
      mustBeInRange(input);
      const { tx } = change;
      const before = await read(tx, id, true);
      mustBeVersion(before.version, version);
      const after = {
        name: input.name === undefined ? before.name : plainName('The account’s name', input.name, 120),
        retentionDays: input.retentionDays ?? before.retentionDays,
        pronunciations:
          input.pronunciations === undefined
            ? before.pronunciations
            : storedPronunciations(input.pronunciations),
        quickReplies:
          input.quickReplies === undefined ? before.quickReplies : storedReplies(input.quickReplies),
        takeoverSilence: input.takeoverSilence ?? before.takeoverSilence,
        personMailAfter: input.personMailAfter ?? before.personMailAfter,
      };
      if (isDeepStrictEqual({ ...before, ...after }, before)) return before;
      await tx`
        update accounts
        set name = ${after.name}, retention_days = ${after.retentionDays},
          pronunciations = ${tx.json(after.pronunciations)}, quick_replies = ${[...after.quickReplies]}::text[],
          takeover_silence = ${after.takeoverSilence}, person_mail_after = ${after.personMailAfter},
          version = version + 1
        where id = ${id}`;
      await auditChange(change, {
        accountId: id,
        action: 'account.update',
        target: { kind: 'account', id, name: after.name },
        // Of a list, the log has only how long it is.
        details: Object.fromEntries(
          Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
        ),
      });
      return { ...before, ...after, version: before.version + 1 };
    },

    async count(): Promise<number> {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from accounts`;
      return row?.count ?? 0;
    },
  };
}

function mustBeInRange({ retentionDays = 0, personMailAfter = 0, takeoverSilence = 15 }: AccountInput): void {
  if (!isWhole(retentionDays, 0, 3650))
    throw invalid('Keep transcripts for 1 to 3650 days, or set 0 to keep them forever.', 'retentionDays');
  if (!isWhole(takeoverSilence, 15, 3600))
    throw invalid('A session is handed back after 15 to 3600 seconds of silence.', 'takeoverSilence');
  if (personMailAfter !== 0 && !isWhole(personMailAfter, 30, 3600))
    throw invalid('The mail is sent after 30 to 3600 seconds. Set 0 to send none.', 'personMailAfter');
}

const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

const storedReplies = (replies: readonly string[]): string[] => [
  ...new Set(replies.map((reply) => plainName('A quick reply', reply, 500, 'quickReplies'))),
];

async function read(sql: Queries, id: string, lock: boolean): Promise<AccountSettings> {
  const [found] = await sql<AccountSettings[]>`
    select id, name, created_at as "createdAt", retention_days as "retentionDays", pronunciations,
      quick_replies as "quickReplies", takeover_silence as "takeoverSilence",
      person_mail_after as "personMailAfter", version
    from accounts
    where id = ${id} ${lock ? sql`for no key update` : sql``}`;
  if (found === undefined) throw notFound('This account does not exist. Check its id.');
  return found;
}

async function insertAccount(tx: Queries, name: string): Promise<Account> {
  const [account] = await tx<Account[]>`
    insert into accounts (id, name) values (${newAccountId()}, ${name})
    returning id, name, created_at as "createdAt"`;
  if (account === undefined) throw new Error('the account was not inserted');
  return account;
}

/** Returns the person with this address, who may be new. */
export async function insertPerson(tx: Queries, email: string): Promise<Owner & { readonly isNew: boolean }> {
  const [person] = await tx<(Owner & { isNew: boolean })[]>`
    insert into people (id, name, email) values (${newPersonId()}, ${email.split('@')[0] ?? email}, ${email})
    on conflict (email) do update set updated_at = now()
    returning id, email, xmax = 0 as "isNew"`;
  if (person === undefined) throw new Error('the person was not inserted');
  return person;
}

export function checkEmail(text: string): string {
  const email = mailAddress(text);
  if (email === null) throw invalid(`"${text.slice(0, 100)}" is not an e-mail address.`, 'email');
  return email;
}
