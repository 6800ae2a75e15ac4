import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Sql } from '../../db/index.ts';
import type { ItemKind, Items, Payload } from '../tokens/oauth-items.ts';
import type { OauthErrors } from './library.ts';
import { clientOf, type FindPartner } from './partner-client.ts';

type StoreDeps = {
  readonly sql: Sql;
  readonly items: Items;
  readonly partners: FindPartner;
  readonly errors: OauthErrors;
};

const stored: ReadonlySet<string> = new Set<ItemKind>([
  'Interaction',
  'Grant',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
]);
const canBeExpired: ReadonlySet<ItemKind> = new Set(['AuthorizationCode', 'RefreshToken']);
const isStored = (name: string): name is ItemKind => stored.has(name);

/** The storage of the OAuth library. */
export function createAdapters(deps: StoreDeps): AdapterFactory {
  return (name) => {
    if (name === 'Client') return { ...nothing, find: (id) => findClient(deps, id) };
    // The library stores no sign-in: each authorization asks again.
    return isStored(name) ? itemAdapter(deps, name) : nothing;
  };
}

async function findClient({ partners }: StoreDeps, id: string): Promise<AdapterPayload | undefined> {
  // PostgreSQL accepts no text with a NUL. Otherwise any client could fill the error log with such ids.
  const partner = id.includes('\0') ? null : await partners.client(id);
  return partner === null ? undefined : clientOf(partner);
}

const ignore = async (): Promise<void> => {};
const nothing: Adapter = {
  upsert: ignore,
  find: ignore,
  findByUid: ignore,
  findByUserCode: ignore,
  consume: ignore,
  destroy: ignore,
  revokeByGrantId: ignore,
};

function itemAdapter({ sql, items, errors }: StoreDeps, kind: ItemKind): Adapter {
  return {
    ...nothing,
    async upsert(id, payload, lifetimeSeconds = 0) {
      if (kind !== 'Grant') return await items.save(sql, kind, id, payload as Payload, lifetimeSeconds);
      const { accountId = '', clientId = '' } = payload;
      const owner = { accountId, partnerId: clientId };
      if (!(await items.saveFamily(sql, id, payload as Payload, owner, lifetimeSeconds)))
        throw new errors.AccessDenied('the account no longer allows this access');
    },
    async find(id) {
      // The library itself refuses expired codes and refresh tokens, and says so.
      const item = await items.find(sql, kind, id, canBeExpired.has(kind));
      if (item === null) return undefined;
      const { payload, expiresAtMs, consumedAtMs } = item;
      return {
        ...payload,
        exp: Math.floor(expiresAtMs / 1000),
        ...(consumedAtMs === null ? {} : { consumed: Math.floor(consumedAtMs / 1000) }),
      } as AdapterPayload;
    },
    async consume(id) {
      if (await items.consume(sql, kind, id)) return;
      // Another request has used it since we read it. That is a second use, and ends what the first one created.
      await items.endFamilyOf(sql, kind, id);
      throw new errors.InvalidGrant('used already, in this instant');
    },
    destroy: (id) => items.remove(sql, kind, id),
    revokeByGrantId: (familyId) => items.removeOfFamily(sql, kind, familyId),
  };
}
