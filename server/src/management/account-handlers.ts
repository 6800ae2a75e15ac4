import type { Accounts, Role } from '../accounts/index.ts';
import type { Queries } from '../db/index.ts';
import { invalid } from '../kernel/index.ts';
import type { ExtendedEvents } from '../webhooks/index.ts';
import type { HandlersFor } from './call-context.ts';
import type { Caller } from './caller.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';

export function accountHandlers(deps: {
  accounts: Accounts;
  extended: ExtendedEvents;
  /** The address of the demo endpoint, which does not count as an endpoint of the account. */
  demoUrl: () => string | null;
}): Pick<HandlersFor<'account'>, 'account.get' | 'account.update'> & HandlersFor<'accounts'> {
  const { accounts, extended } = deps;
  const view = async (id: string, caller: Caller, queries?: Queries) => {
    const { name, retentionDays, version, createdAt } = await accounts.get(id, queries);
    const extendedEvents = await extended.list(id);
    const has = await accounts.counts(id, deps.demoUrl() ?? '', queries);
    const role = roleOf(caller);
    return { id, name, role, version, createdAt: createdAt.getTime(), retentionDays, has, extendedEvents };
  };
  return {
    async 'accounts.list'({ query }) {
      const limit = query.limit ?? 50;
      const found = await accounts.list({
        search: query.search?.trim() ?? '',
        after: timeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        ({ place: _, ...account }) => account,
      );
    },
    async 'accounts.create'({ change, body }) {
      const { id } = await accounts.create(change, body);
      return await accounts.overview(id, change.tx);
    },
    'accounts.get': ({ part }) => accounts.overview(part('account')),
    'account.get': ({ accountId, caller }) => view(accountId, caller),
    async 'account.update'({ change, accountId, caller, body, expectedVersion }) {
      if (Object.keys(body).length === 0) throw invalid('Nothing to change: give a name or retentionDays.');
      await accounts.change(change, accountId, body, expectedVersion);
      return await view(accountId, caller, change.tx);
    },
  };
}

const roleOf = (caller: Caller): Role | null => (caller.kind === 'person' ? caller.role : null);
