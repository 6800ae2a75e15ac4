import type { Queries } from '../db/index.ts';
import { invalid, type SealedBox } from '../kernel/index.ts';
import type { Avatar, AvatarWish } from './avatar.ts';
import { sortKeyOf } from './sort-key.ts';

const place = (id: number): string => `avatar:${id}:endpoint-key`;

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", name, private, max_session_duration as "maxSessionDuration", transcript,
  webhook_id as "webhookId", endpoint_url as "endpointUrl", endpoint_key_sealed is not null as "hasEndpointKey",
  greeting, apology, voice, embed_origins as "embedOrigins", created_at as "createdAt", updated_at as "updatedAt"`;

const scopedTo = (sql: Queries, accountId: string | undefined) =>
  accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;

/** Locks the account's row until the transaction ends: versions become visible in their order. */
async function nextVersion(tx: Queries, accountId: string): Promise<number | null> {
  const [account] = await tx<{ version: number }[]>`
    update accounts set avatars_version = avatars_version + 1 where id = ${accountId}
    returning avatars_version as version`;
  return account?.version ?? null;
}

export async function insert(
  tx: Queries,
  box: SealedBox,
  accountId: string,
  wish: AvatarWish,
): Promise<Avatar | null> {
  const version = await nextVersion(tx, accountId);
  if (version === null) return null;
  const [row] = await tx<{ id: number }[]>`
    insert into avatars (account_id, name, sort_key, version)
    values (${accountId}, ${wish.name ?? ''}, ${sortKeyOf(wish.name ?? '')}, ${version})
    returning id`;
  return row === undefined ? null : await write(tx, box, row.id, version, wish);
}

export async function update(
  tx: Queries,
  box: SealedBox,
  id: number,
  wish: AvatarWish,
  accountId: string | undefined,
): Promise<Avatar | null> {
  const owner = await readOwner(tx, id);
  if (owner === null || (accountId !== undefined && owner !== accountId)) return null;
  const version = await nextVersion(tx, owner);
  return version === null ? null : await write(tx, box, id, version, wish);
}

async function write(tx: Queries, box: SealedBox, id: number, version: number, wish: AvatarWish) {
  const { name, endpointKey, webhookId } = wish;
  const values = {
    name,
    sort_key: name === undefined ? undefined : sortKeyOf(name),
    private: wish.private,
    max_session_duration: wish.maxSessionDuration,
    transcript: wish.transcript,
    webhook_id: webhookId,
    endpoint_url: wish.endpointUrl,
    endpoint_key_sealed: typeof endpointKey === 'string' ? box.seal(endpointKey, place(id)) : endpointKey,
    greeting: wish.greeting,
    apology: wish.apology,
    voice: wish.voice,
    embed_origins: wish.embedOrigins,
  };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  try {
    const [avatar] = await tx<Avatar[]>`
      update avatars set ${tx({ ...given, version })}, updated_at = now()
      where id = ${id} and deleted_at is null
      returning ${columns(tx)}`;
    return avatar ?? null;
  } catch (error) {
    if (isForeignKeyFault(error)) throw invalid(`There is no webhook ${webhookId} in this account.`);
    throw error;
  }
}

/** What has to be forgotten goes now; the row itself stays as the mark that tells readers it is gone. */
export async function remove(tx: Queries, id: number, accountId: string | undefined): Promise<boolean> {
  const owner = await readOwner(tx, id);
  if (owner === null || (accountId !== undefined && owner !== accountId)) return false;
  const version = await nextVersion(tx, owner);
  const removed = await tx`
    update avatars
    set deleted_at = now(), version = ${version}, endpoint_url = null, endpoint_key_sealed = null, webhook_id = null
    where id = ${id} and deleted_at is null`;
  return removed.count === 1;
}

export async function read(sql: Queries, id: number, accountId: string | undefined): Promise<Avatar | null> {
  const [avatar] = await sql<Avatar[]>`
    select ${columns(sql)} from avatars where id = ${id} and deleted_at is null ${scopedTo(sql, accountId)}`;
  return avatar ?? null;
}

export async function readOwner(sql: Queries, id: number): Promise<string | null> {
  const [row] = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from avatars where id = ${id} and deleted_at is null`;
  return row?.accountId ?? null;
}

export async function readOwned(sql: Queries, accountId: string, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from avatars where account_id = ${accountId} and id = any(${[...ids]}::bigint[]) and deleted_at is null`;
  return found.map((row) => row.id);
}

/** Moves endpoint keys from older sealing keys to the present one. */
export async function sealAgain(sql: Queries, box: SealedBox): Promise<number> {
  const sealed = await sql<{ id: number; sealed: string }[]>`
    select id, endpoint_key_sealed as sealed from avatars where endpoint_key_sealed is not null`;
  const stale = sealed.filter((row) => box.isStale(row.sealed));
  for (const { id, sealed: old } of stale) {
    await sql`
      update avatars set endpoint_key_sealed = ${box.seal(box.open(old, place(id)), place(id))}
      where id = ${id} and endpoint_key_sealed = ${old}`;
  }
  return stale.length;
}

function isForeignKeyFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
