import type { ApiKey } from '@parley/protocol/management';
import type { Queries } from '../../db/index.ts';
import { invalid } from '../../kernel/index.ts';
import { type KeyRecord, type Keys, type KeyUse, ruleOf } from '../../keys/index.ts';
import { avatarIdsOf } from '../avatars/avatar-ids.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';

export function keyHandlers({ keys }: { keys: Keys }): HandlersFor<'keys'> {
  const view = async (changed: Promise<KeyRecord>, queries?: Queries) => {
    const record = await changed;
    return keyView(record, (await keys.uses([record.id], queries)).get(record.id));
  };
  return {
    'keys.list': ({ accountId, query }) =>
      timePage(query, async (page) => {
        const found = await keys.list(accountId, page);
        const uses = await keys.uses(found.map(({ id }) => id));
        return found.map((record) => ({ ...record, ...keyView(record, uses.get(record.id)) }));
      }),
    'keys.get': ({ accountId, part }) => view(keys.get(accountId, part('key'))),
    async 'keys.create'({ change, accountId, body }) {
      const { record, key } = await keys.create(change, accountId, inputOf(body));
      return { ...keyView(record, undefined), key };
    },
    async 'keys.update'({ change, ref, body }) {
      const input = inputOf(body);
      if (Object.keys(input).length === 0)
        throw invalid('Nothing to change: give a name, permissions, avatarIds or origins.');
      return await view(keys.update(change, ref('key'), input), change.tx);
    },
    'keys.disable': ({ change, ref }) => view(keys.setDisabled(change, ref('key'), true), change.tx),
    'keys.enable': ({ change, ref }) => view(keys.setDisabled(change, ref('key'), false), change.tx),
    'keys.revoke': ({ change, ref }) => view(keys.revoke(change, ref('key')), change.tx),
    'keys.setLimits': ({ change, ref, body }) => view(keys.setLimits(change, ref('key'), body), change.tx),
  };
}

/** With avatar ids as numbers. */
function inputOf<I extends { avatarIds?: string[] | null }>({ avatarIds, ...rest }: I) {
  if (avatarIds === undefined) return rest;
  return { ...rest, avatarIds: avatarIds && avatarIdsOf(avatarIds, 'avatarIds') };
}

function stateOf({ revokedAt, disabledAt }: KeyRecord): ApiKey['state'] {
  if (revokedAt !== null) return 'revoked';
  return disabledAt === null ? 'active' : 'disabled';
}

const keyView = (record: KeyRecord, use: KeyUse | undefined) => ({
  ...record,
  ...ruleOf(record),
  state: stateOf(record),
  hasOwnLimits: record.burst !== null || record.rate !== null,
  lastUsedAt: use?.lastAt ?? null,
  requestsToday: use?.today ?? 0,
});
