import type { Permission } from '@parley/protocol';
import {
  type Fragment,
  type Listed,
  newestFirst,
  type Queries,
  type TimePage,
  timePosition,
} from '../db/index.ts';
import type { KeyRecord } from './key.ts';

export type KeyRow = KeyRecord & { readonly hash: Buffer };

type NewKey = {
  id: string;
  accountId: string;
  name: string;
  hash: string;
  last4: string;
  permissions: readonly Permission[];
  avatarIds: readonly number[] | null;
  origins: readonly string[] | null;
};

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", name, hash, last4, permissions, avatar_ids as "avatarIds", origins, burst, rate, version,
  created_at as "createdAt", disabled_at as "disabledAt", revoked_at as "revokedAt"`;

export async function insert(sql: Queries, key: NewKey): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow[]>`
    insert into api_keys (id, account_id, name, hash, last4, permissions, avatar_ids, origins)
    select ${key.id}, accounts.id, ${key.name}, decode(${key.hash}, 'hex'), ${key.last4},
      ${[...key.permissions]}::text[], ${key.avatarIds && [...key.avatarIds]}::bigint[],
      ${key.origins && [...key.origins]}::text[]
    from accounts where accounts.id = ${key.accountId}
    returning ${columns(sql)}`;
  return row ?? null;
}

export async function readByHash(sql: Queries, hash: string): Promise<KeyRecord | null> {
  const [row] = await sql<KeyRow[]>`select ${columns(sql)} from api_keys where hash = decode(${hash}, 'hex')`;
  return row === undefined ? null : recordOf(row);
}

export async function list(sql: Queries, accountId: string, page: TimePage): Promise<Listed<KeyRecord>[]> {
  const found = await sql<Listed<KeyRow>[]>`
    select ${columns(sql)}, ${timePosition(sql)} as position
    from api_keys where account_id = ${accountId} ${newestFirst(sql, page)}`;
  return found.map(recordOf);
}

export async function read(sql: Queries, accountId: string, id: string): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow[]>`
    select ${columns(sql)} from api_keys where id = ${id} and account_id = ${accountId}`;
  return row ?? null;
}

/**
 * Reads a key that is about to be changed, and locks it until the end of the transaction. The lock is not "for update",
 * because counting the key's use refers to the row and must continue meanwhile.
 */
export async function lock(tx: Queries, accountId: string, id: string): Promise<KeyRow | null> {
  const [row] = await tx<KeyRow[]>`
    select ${columns(tx)} from api_keys where id = ${id} and account_id = ${accountId} for no key update`;
  return row ?? null;
}

/** Fields that are left out stay as they are. */
export type KeyFields = Partial<Pick<NewKey, 'name' | 'permissions' | 'avatarIds' | 'origins'>>;

export function update(tx: Queries, id: string, fields: KeyFields): Promise<KeyRow> {
  const { name = null, permissions = null, avatarIds = null, origins = null } = fields;
  return change(
    tx,
    id,
    tx`
      name = coalesce(${name}, name),
      permissions = coalesce(${permissions && [...permissions]}::text[], permissions),
      avatar_ids = case when ${fields.avatarIds === undefined} then avatar_ids
        else ${avatarIds && [...avatarIds]}::bigint[] end,
      origins = case when ${fields.origins === undefined} then origins else ${origins && [...origins]}::text[] end`,
  );
}

export const setDisabled = (tx: Queries, id: string, disabled: boolean): Promise<KeyRow> =>
  change(tx, id, tx`disabled_at = case when ${disabled} then now() end`);

export const revoke = (tx: Queries, id: string): Promise<KeyRow> => change(tx, id, tx`revoked_at = now()`);

export const setLimits = (
  tx: Queries,
  id: string,
  limits: { burst: number | null; rate: number | null },
): Promise<KeyRow> => change(tx, id, tx`burst = ${limits.burst}, rate = ${limits.rate}`);

async function change(tx: Queries, id: string, columnsToSet: Fragment): Promise<KeyRow> {
  const [row] = await tx<KeyRow[]>`
    update api_keys set ${columnsToSet}, version = version + 1 where id = ${id} returning ${columns(tx)}`;
  if (row === undefined) throw new Error('a locked key is gone');
  return row;
}

export function recordOf<R extends KeyRow>({ hash: _, ...record }: R): Omit<R, 'hash'> {
  return record;
}
