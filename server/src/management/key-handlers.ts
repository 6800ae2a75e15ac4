import type { ApiKey } from '@parley/protocol/management';
import { invalid, parseAvatarId } from '../kernel/index.ts';
import { type KeyRecord, type Keys, type KeyUse, ruleOf } from '../keys/index.ts';
import type { HandlersFor } from './call-context.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';

type KeyCall = {
  readonly accountId: string;
  readonly expectedVersion: number | null;
  part(name: string): string;
};

export function keyHandlers({ keys }: { keys: Keys }): HandlersFor<'keys'> {
  const view = async (record: KeyRecord): Promise<ApiKey> =>
    keyView(record, (await keys.uses([record.id])).get(record.id));
  const refOf = ({ accountId, expectedVersion, part }: KeyCall) => ({
    accountId,
    id: part('key'),
    version: expectedVersion,
  });
  return {
    async 'keys.list'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const found = await keys.list(accountId, { after: timeCursor(query.cursor), limit: limit + 1 });
      const uses = await keys.uses(found.map(({ id }) => id));
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        (record) => keyView(record, uses.get(record.id)),
      );
    },
    'keys.get': async ({ accountId, part }) => view(await keys.get(accountId, part('key'))),
    async 'keys.create'({ change, accountId, body }) {
      const { record, key } = await keys.create(change, accountId, inputOf(body));
      return { ...keyView(record, undefined), key };
    },
    async 'keys.update'(call) {
      const input = inputOf(call.body);
      if (Object.keys(input).length === 0)
        throw invalid('Nothing to change: give a name, permissions, avatarIds or origins.');
      return await view(await keys.update(call.change, refOf(call), input));
    },
    'keys.disable': async (call) => view(await keys.setDisabled(call.change, refOf(call), true)),
    'keys.enable': async (call) => view(await keys.setDisabled(call.change, refOf(call), false)),
    'keys.revoke': async (call) => view(await keys.revoke(call.change, refOf(call))),
    'keys.setLimits': async (call) => view(await keys.setLimits(call.change, refOf(call), call.body)),
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
    hasOwnLimits: record.burst !== null || record.rate !== null,
    version: record.version,
    createdAt: record.createdAt.getTime(),
    disabledAt: record.disabledAt?.getTime() ?? null,
    revokedAt: record.revokedAt?.getTime() ?? null,
    lastUsedAt: use?.lastAt ?? null,
    requestsToday: use?.today ?? 0,
  };
}
