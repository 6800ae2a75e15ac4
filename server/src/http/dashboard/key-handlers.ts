import type { ApiKey } from '@parley/protocol/management';
import type { InSameTransaction } from '../../db/index.ts';
import { invalid, parseAvatarId } from '../../kernel/index.ts';
import { type KeyRecord, type Keys, type KeyUse, ruleOf } from '../../keys/index.ts';
import type { AuditIn, HandlersFor } from './call-context.ts';

export function keyHandlers({ keys }: { keys: Keys }): HandlersFor<'keys'> {
  const one = async (record: KeyRecord): Promise<ApiKey> =>
    keyView(record, (await keys.uses([record.id])).get(record.id));
  const targetOf = ({ id, name }: KeyRecord) => ({ kind: 'key', id, name });
  const noted =
    (auditIn: AuditIn): InSameTransaction<KeyRecord> =>
    (tx, record) =>
      auditIn(tx, targetOf(record));
  return {
    async 'keys.list'({ accountId }) {
      const found = await keys.list(accountId);
      const uses = await keys.uses(found.map(({ id }) => id));
      return { items: found.map((record) => keyView(record, uses.get(record.id))).reverse() };
    },
    async 'keys.create'({ accountId, body, auditIn }) {
      const { record, key } = await keys.create(accountId, inputOf(body), (tx, made) => {
        const { permissions, avatarIds, origins, last4 } = made;
        return auditIn(tx, targetOf(made), { permissions, avatarIds, origins, last4 });
      });
      return { ...keyView(record, undefined), key };
    },
    async 'keys.update'({ accountId, part, body, auditIn }) {
      if (Object.keys(body).length === 0)
        throw invalid('Nothing to change: give a name, permissions, avatarIds or origins.');
      const changed = await keys.update(part('key'), inputOf(body), accountId, (tx, record) =>
        auditIn(tx, targetOf(record), body),
      );
      return await one(changed);
    },
    async 'keys.disable'({ accountId, part, auditIn }) {
      return await one(await keys.setDisabled(part('key'), true, accountId, noted(auditIn)));
    },
    async 'keys.enable'({ accountId, part, auditIn }) {
      return await one(await keys.setDisabled(part('key'), false, accountId, noted(auditIn)));
    },
    async 'keys.revoke'({ accountId, part, auditIn }) {
      return await one(await keys.revoke(part('key'), accountId, noted(auditIn)));
    },
  };
}

/** With avatar ids as numbers. */
function inputOf<I extends { avatarIds?: string[] | null }>({ avatarIds, ...rest }: I) {
  if (avatarIds === undefined) return rest;
  return { ...rest, avatarIds: avatarIds === null ? null : avatarIds.map(avatarIdOf) };
}

function avatarIdOf(text: string): number {
  const id = parseAvatarId(text);
  if (id === null) throw invalid(`There is no avatar "${text.slice(0, 40)}".`, 'avatarIds');
  return id;
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
