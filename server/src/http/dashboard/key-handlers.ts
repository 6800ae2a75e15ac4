import type { ApiKey, NewApiKey } from '@parley/protocol/dashboard';
import { invalid, parseAvatarId } from '../../kernel/index.ts';
import { type KeyRecord, type Keys, type KeyUse, ruleOf } from '../../keys/index.ts';
import type { Some } from './handling.ts';

export function keyHandlers({ keys }: { keys: Keys }): Some<'keys'> {
  const one = async (record: KeyRecord): Promise<ApiKey> =>
    keyView(record, (await keys.uses([record.id])).get(record.id));
  const targetOf = ({ id, name }: KeyRecord) => ({ kind: 'key', id, name });
  return {
    async 'keys.list'({ accountId }) {
      const found = await keys.list(accountId);
      const uses = await keys.uses(found.map(({ id }) => id));
      return { items: found.map((record) => keyView(record, uses.get(record.id))).reverse() };
    },
    async 'keys.create'({ accountId, body, note }) {
      const { record, key } = await keys.create(accountId, wishOf(body));
      const { permissions, avatarIds, origins, last4 } = record;
      await note(targetOf(record), { permissions, avatarIds, origins, last4 });
      return { ...keyView(record, undefined), key };
    },
    async 'keys.disable'({ accountId, part, note }) {
      const record = await keys.setDisabled(part('key'), true, accountId);
      await note(targetOf(record));
      return await one(record);
    },
    async 'keys.enable'({ accountId, part, note }) {
      const record = await keys.setDisabled(part('key'), false, accountId);
      await note(targetOf(record));
      return await one(record);
    },
    async 'keys.revoke'({ accountId, part, note }) {
      const record = await keys.revoke(part('key'), accountId);
      await note(targetOf(record));
      return await one(record);
    },
  };
}

function wishOf({ avatarIds, ...rest }: NewApiKey) {
  if (avatarIds === undefined) return rest;
  const ids = avatarIds.map((text) => {
    const id = parseAvatarId(text);
    if (id === null) throw invalid(`There is no avatar "${text.slice(0, 40)}".`, 'avatarIds');
    return id;
  });
  return { ...rest, avatarIds: ids };
}

export function stateOf({ revokedAt, disabledAt }: KeyRecord): ApiKey['state'] {
  if (revokedAt !== null) return 'revoked';
  return disabledAt === null ? 'active' : 'disabled';
}

function keyView(record: KeyRecord, use: KeyUse | undefined): ApiKey {
  const { burst, rate } = ruleOf(record);
  return {
    id: record.id,
    name: record.name,
    last4: record.last4,
    permissions: [...record.permissions],
    avatarIds: record.avatarIds?.map(String) ?? null,
    origins: record.origins && [...record.origins],
    state: stateOf(record),
    burst,
    rate,
    createdAt: record.createdAt.getTime(),
    disabledAt: record.disabledAt?.getTime() ?? null,
    revokedAt: record.revokedAt?.getTime() ?? null,
    lastUsedAt: use?.lastAt ?? null,
    requestsToday: use?.today ?? 0,
  };
}
