import type { Accounts, Role } from '../../accounts/index.ts';
import type { Queries } from '../../db/index.ts';
import type { ExtendedEvents } from '../../events/index.ts';
import { invalid } from '../../kernel/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import type { Caller } from '../calls/caller.ts';
import { timePage } from '../calls/cursor.ts';

export function accountHandlers(deps: {
  accounts: Accounts;
  extended: ExtendedEvents;
  /** The address of the demo endpoint, which does not count as an endpoint of the account. */
  demoUrl: () => string | null;
}): Pick<HandlersFor<'account'>, 'account.get' | 'account.update'> & HandlersFor<'accounts'> {
  const { accounts, extended } = deps;
  const view = async (id: string, caller: Caller, queries?: Queries) => {
    const account = await accounts.get(id, queries);
    const extendedEvents = await extended.list(id, queries);
    const has = await accounts.counts(id, deps.demoUrl() ?? '', queries);
    return { ...account, role: roleOf(caller), has, extendedEvents };
  };
  return {
    'accounts.list': ({ query }) =>
      timePage(query, (page) => accounts.list({ search: query.search?.trim() ?? '', ...page })),
    async 'accounts.create'({ change, body }) {
      const { id } = await accounts.create(change, body);
      return await accounts.overview(id, change.tx);
    },
    'accounts.get': ({ part }) => accounts.overview(part('account')),
    'account.get': ({ accountId, caller }) => view(accountId, caller),
    async 'account.update'({ change, accountId, caller, body, ref }) {
      if (Object.keys(body).length === 0)
        throw invalid('Nothing to change: give at least one field, such as name or retentionDays.');
      await accounts.change(change, accountId, body, ref('account').version);
      return await view(accountId, caller, change.tx);
    },
  };
}

const roleOf = (caller: Caller): Role | null =>
  caller.kind === 'person' ? (caller.rights?.role ?? null) : null;
