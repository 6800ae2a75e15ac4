import type { ManagementKey, ManagementKeys } from '../../management-keys/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';

export function managementKeyHandlers(deps: {
  managementKeys: ManagementKeys;
}): HandlersFor<'managementKeys'> {
  const { managementKeys } = deps;
  const view = (record: ManagementKey) => ({ ...record, state: managementKeys.stateOf(record) });
  return {
    'managementKeys.current'({ caller }) {
      if (caller.kind !== 'key') throw new Error('the guard let in a caller without a key');
      return { ...view(caller.key), account: caller.key.accountId };
    },
    'managementKeys.list': ({ accountId, query }) =>
      timePage(
        query,
        (page) => managementKeys.list(accountId, page),
        (key) => view(key),
      ),
    async 'managementKeys.create'({ change, accountId, body }) {
      const { record, key } = await managementKeys.create(change, accountId, body);
      return { ...view(record), key };
    },
    async 'managementKeys.revoke'({ change, accountId, part }) {
      return view(await managementKeys.revoke(change, accountId, part('key')));
    },
  };
}
