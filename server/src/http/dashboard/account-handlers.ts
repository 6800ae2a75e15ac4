import type { Accounts } from '../../accounts/index.ts';
import type { Sql } from '../../db/index.ts';
import { invalid } from '../../kernel/index.ts';
import type { ExtendedEvents } from '../../webhooks/index.ts';
import type { HandlersFor } from './call-context.ts';

type Counts = {
  avatars: number;
  avatarsWithOwnBrain: number;
  keys: number;
  webhooks: number;
  sessions: number;
};

export function accountHandlers(deps: {
  sql: Sql;
  accounts: Accounts;
  extended: ExtendedEvents;
  /** The address of the demo endpoint, which does not count as an endpoint of the account. */
  demoUrl: () => string | null;
}): HandlersFor<'account'> {
  const { sql, accounts, extended } = deps;
  const view = async (id: string, role: 'owner' | 'member') => {
    const [account, extendedEvents, has] = await Promise.all([
      accounts.settings(id),
      extended.list(id),
      count(sql, id, deps.demoUrl() ?? ''),
    ]);
    const { name, retentionDays } = account;
    return { id, name, role, createdAt: account.createdAt.getTime(), retentionDays, has, extendedEvents };
  };
  return {
    'account.get': ({ accountId, role }) => view(accountId, role),
    async 'account.update'({ accountId, role, body, auditIn }) {
      if (Object.keys(body).length === 0) throw invalid('Nothing to change: give a name or retentionDays.');
      await accounts.change(accountId, body, (tx) => auditIn(tx, { kind: 'account', id: accountId }, body));
      return await view(accountId, role);
    },
  };
}

/** Counting stops at 1,000: the pages only need to know whether there is something. */
async function count(sql: Sql, accountId: string, demoUrl: string): Promise<Counts> {
  const [row] = await sql<Counts[]>`
    select
      (select count(*)::int from (
        select from avatars where account_id = ${accountId} and deleted_at is null limit 1000) as counted) as avatars,
      (select count(*)::int from (
        select from avatars where account_id = ${accountId} and deleted_at is null
          and (endpoint_url <> ${demoUrl} or model_url is not null) limit 1000) as counted) as "avatarsWithOwnBrain",
      (select count(*)::int from (
        select from api_keys where account_id = ${accountId} and revoked_at is null limit 1000) as counted) as keys,
      (select count(*)::int from (
        select from webhooks where account_id = ${accountId} and deleted_at is null limit 1000) as counted) as webhooks,
      (select count(*)::int from (
        select from sessions where account_id = ${accountId} limit 1000) as counted) as sessions`;
  return row ?? { avatars: 0, avatarsWithOwnBrain: 0, keys: 0, webhooks: 0, sessions: 0 };
}
