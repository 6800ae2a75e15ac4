import type { ManagementKey as KeyView } from '@parley/protocol/management';
import type { ManagementKey, ManagementKeys } from '../management-keys/index.ts';
import type { HandlersFor } from './call-context.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';

export function managementKeyHandlers({
  managementKeys,
}: {
  managementKeys: ManagementKeys;
}): HandlersFor<'managementKeys'> {
  const view = (record: ManagementKey): KeyView => ({
    id: record.id,
    name: record.name,
    last4: record.last4,
    scopes: [...record.scopes],
    state: managementKeys.stateOf(record),
    createdAt: record.createdAt,
    createdBy: record.createdBy,
    expiresAt: record.expiresAt,
    revokedAt: record.revokedAt,
    lastUsedAt: record.lastUsedAt,
  });
  return {
    'managementKeys.current'({ caller }) {
      if (caller.kind !== 'key') throw new Error('the guard let in a caller without a key');
      return { ...view(caller.key), account: caller.key.accountId };
    },
    async 'managementKeys.list'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const after = timeCursor(query.cursor);
      const found = await managementKeys.list(accountId, { after, limit: limit + 1 });
      return pageOf(found, limit, ({ place, id }) => cursorText({ at: place, id }), view);
    },
    async 'managementKeys.create'({ change, accountId, body }) {
      const { record, key } = await managementKeys.create(change, accountId, body);
      return { ...view(record), key };
    },
    async 'managementKeys.revoke'({ change, accountId, part }) {
      return view(await managementKeys.revoke(change, accountId, part('key')));
    },
  };
}
