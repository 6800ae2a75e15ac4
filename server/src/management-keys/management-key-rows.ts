import { type Listed, newestFirst, type Queries, type TimePage, timePosition } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import type { ManagementKey } from './management-key.ts';

type NewManagementKey = Omit<ManagementKey, 'createdAt' | 'revokedAt' | 'lastUsedAt'> & {
  readonly hash: string;
};

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", name, last4, scopes, created_by as "createdBy", ms(created_at) as "createdAt",
  ms(expires_at) as "expiresAt", ms(revoked_at) as "revokedAt", ms(last_used_at) as "lastUsedAt"`;

export async function insert(sql: Queries, key: NewManagementKey): Promise<ManagementKey> {
  const [row] = await sql<ManagementKey[]>`
    insert into management_keys (id, account_id, name, hash, last4, scopes, created_by, expires_at)
    select ${key.id}, accounts.id, ${key.name}, decode(${key.hash}, 'hex'), ${key.last4},
      ${[...key.scopes]}::text[], ${key.createdBy}, to_timestamp(${key.expiresAt}::bigint / 1000.0)
    from accounts where accounts.id = ${key.accountId}
    returning ${columns(sql)}`;
  if (row === undefined) throw notFound('This account does not exist. Check its id.');
  return row;
}

/** Locks the account, so that two requests at the same instant cannot both take the last place. */
export async function count(tx: Queries, accountId: string): Promise<number> {
  await tx`select from accounts where id = ${accountId} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from management_keys where account_id = ${accountId} and revoked_at is null`;
  return row?.count ?? 0;
}

export async function readByHash(sql: Queries, hash: string): Promise<ManagementKey | null> {
  const [row] = await sql<ManagementKey[]>`
    select ${columns(sql)} from management_keys where hash = decode(${hash}, 'hex')`;
  return row ?? null;
}

export const list = (
  sql: Queries,
  accountId: string,
  page: TimePage,
): Promise<Listed<ManagementKey>[]> => sql<Listed<ManagementKey>[]>`
  select ${columns(sql)}, ${timePosition(sql)} as position
  from management_keys where account_id = ${accountId} ${newestFirst(sql, page)}`;

/** `changed` is false if the key was revoked before. */
export async function revoke(
  sql: Queries,
  accountId: string,
  id: string,
): Promise<{ record: ManagementKey | null; changed: boolean }> {
  const [changed] = await sql<ManagementKey[]>`
    update management_keys set revoked_at = now()
    where id = ${id} and account_id = ${accountId} and revoked_at is null returning ${columns(sql)}`;
  if (changed !== undefined) return { record: changed, changed: true };
  const [row] = await sql<ManagementKey[]>`
    select ${columns(sql)} from management_keys where id = ${id} and account_id = ${accountId}`;
  return { record: row ?? null, changed: false };
}

/** At most once a minute. */
export async function noteUse(sql: Queries, { id, lastUsedAt }: ManagementKey): Promise<void> {
  if (lastUsedAt !== null && Date.now() - lastUsedAt < 60_000) return;
  await sql`
    update management_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}
