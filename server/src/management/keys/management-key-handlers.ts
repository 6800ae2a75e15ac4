import type { ManagementKey, ManagementKeys } from '../../management-keys/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';

export function managementKeyHandlers(deps: {
  managementKeys: ManagementKeys;
}): HandlersFor<'managementKeys'> {
  const { managementKeys } = deps;
  const view = <K extends ManagementKey>(record: K) => ({ ...record, state: managementKeys.stateOf(record) });
  return {
    'managementKeys.current'({ caller }) {
      if (caller.kind !== 'key') throw new Error('the guard let in a caller without a key');
      return { ...view(caller.key), account: caller.key.accountId };
    },
    'managementKeys.list': ({ accountId, query }) =>
      timePage(query, async (page) => (await managementKeys.list(accountId, page)).map(view)),
    async 'managementKeys.create'({ change, accountId, body }) {
      const { record, key } = await managementKeys.create(change, accountId, body);
      return { ...view(record), key };
    },
    async 'managementKeys.revoke'({ change, accountId, part }) {
      return view(await managementKeys.revoke(change, accountId, part('key')));
    },
  };
}
