import type { Permission } from '@parley/protocol';
import type { Queries } from '../db/index.ts';
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
  id, account_id as "accountId", name, hash, last4, permissions, avatar_ids as "avatarIds", origins, burst, rate,
  created_at as "createdAt", disabled_at as "disabledAt", revoked_at as "revokedAt"`;

const named = (sql: Queries, id: string, accountId: string | undefined) =>
  accountId === undefined ? sql`id = ${id}` : sql`id = ${id} and account_id = ${accountId}`;

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

export async function list(sql: Queries, accountId: string): Promise<KeyRecord[]> {
  const found = await sql<KeyRow[]>`
    select ${columns(sql)} from api_keys where account_id = ${accountId} order by created_at, id`;
  return found.map(recordOf);
}

export async function read(sql: Queries, id: string, accountId: string | undefined) {
  const [row] = await sql<KeyRow[]>`select ${columns(sql)} from api_keys where ${named(sql, id, accountId)}`;
  return row ?? null;
}

/** Fields that are left out stay as they are. */
export type KeyChange = Partial<Pick<NewKey, 'name' | 'permissions' | 'avatarIds' | 'origins'>>;

/** Null if the key does not exist or is revoked. */
export async function update(sql: Queries, id: string, change: KeyChange, accountId: string | undefined) {
  const { name = null, permissions = null, avatarIds = null, origins = null } = change;
  const [row] = await sql<KeyRow[]>`
    update api_keys set
      name = coalesce(${name}, name),
      permissions = coalesce(${permissions && [...permissions]}::text[], permissions),
      avatar_ids = case when ${change.avatarIds === undefined} then avatar_ids
        else ${avatarIds && [...avatarIds]}::bigint[] end,
      origins = case when ${change.origins === undefined} then origins else ${origins && [...origins]}::text[] end
    where ${named(sql, id, accountId)} and revoked_at is null
    returning ${columns(sql)}`;
  return row ?? null;
}

/** A revoked key stays as it is; the caller sees that in the row. */
export async function setDisabled(
  sql: Queries,
  id: string,
  disabled: boolean,
  accountId: string | undefined,
) {
  const [row] = await sql<KeyRow[]>`
    update api_keys set disabled_at = case
      when revoked_at is not null then disabled_at
      when ${disabled} then coalesce(disabled_at, now()) end
    where ${named(sql, id, accountId)} returning ${columns(sql)}`;
  return row ?? null;
}

export async function revoke(sql: Queries, id: string, accountId: string | undefined) {
  const [row] = await sql<KeyRow[]>`
    update api_keys set revoked_at = coalesce(revoked_at, now())
    where ${named(sql, id, accountId)} returning ${columns(sql)}`;
  return row ?? null;
}

export async function setLimits(
  sql: Queries,
  id: string,
  limits: { burst: number | null; rate: number | null },
  accountId: string | undefined,
) {
  const [row] = await sql<KeyRow[]>`
    update api_keys set burst = ${limits.burst}, rate = ${limits.rate}
    where ${named(sql, id, accountId)} returning ${columns(sql)}`;
  return row ?? null;
}

export function recordOf(row: KeyRow): KeyRecord {
  const { hash: _, ...record } = row;
  return record;
}
