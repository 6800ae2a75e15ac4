import type { Queries } from '../db/index.ts';
import { invalid, type SealedBox } from '../kernel/index.ts';
import type { Avatar, AvatarAtWork, AvatarWish } from './avatar.ts';
import { sortKeyOf } from './sort-key.ts';

const place = (id: number, key: 'endpoint-key' | 'model-key'): string => `avatar:${id}:${key}`;

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", name, private, max_session_duration as "maxSessionDuration", transcript,
  webhook_id as "webhookId", endpoint_url as "endpointUrl", endpoint_key_sealed is not null as "hasEndpointKey",
  greeting, apology, voice, look, embed_origins as "embedOrigins", brain, chat_timeout as "chatTimeout",
  sends_heard as "sendsHeard", filler, filler_after_ms as "fillerAfterMs", fallback_reply as "fallbackReply",
  idle_timeout as "idleTimeout", max_sessions as "maxSessions", model_url as "modelUrl",
  model_key_sealed is not null as "hasModelKey", model_name as "modelName", model_prompt as "modelPrompt",
  model_history as "modelHistory", created_at as "createdAt", updated_at as "updatedAt"`;

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
  const { name, webhookId } = wish;
  const sealed = (key: 'endpoint-key' | 'model-key', secret: string | null | undefined) =>
    typeof secret === 'string' ? box.seal(secret, place(id, key)) : secret;
  const values = {
    name,
    sort_key: name === undefined ? undefined : sortKeyOf(name),
    private: wish.private,
    max_session_duration: wish.maxSessionDuration,
    transcript: wish.transcript,
    webhook_id: webhookId,
    endpoint_url: wish.endpointUrl,
    endpoint_key_sealed: sealed('endpoint-key', wish.endpointKey),
    greeting: wish.greeting,
    apology: wish.apology,
    voice: wish.voice,
    look: wish.look,
    embed_origins: wish.embedOrigins,
    brain: wish.brain,
    chat_timeout: wish.chatTimeout,
    sends_heard: wish.sendsHeard,
    filler: wish.filler,
    filler_after_ms: wish.fillerAfterMs,
    fallback_reply: wish.fallbackReply,
    idle_timeout: wish.idleTimeout,
    max_sessions: wish.maxSessions,
    model_url: wish.modelUrl,
    model_key_sealed: sealed('model-key', wish.modelKey),
    model_name: wish.modelName,
    model_prompt: wish.modelPrompt,
    model_history: wish.modelHistory,
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
    set deleted_at = now(), version = ${version}, endpoint_url = null, endpoint_key_sealed = null,
      model_url = null, model_key_sealed = null, webhook_id = null
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

/** Moves keys from older sealing keys to the present one. */
export async function sealAgain(sql: Queries, box: SealedBox): Promise<number> {
  const sealed = await sql<{ id: number; endpoint: string | null; model: string | null }[]>`
    select id, endpoint_key_sealed as endpoint, model_key_sealed as model from avatars
    where endpoint_key_sealed is not null or model_key_sealed is not null`;
  const again = (old: string | null, where: string) =>
    old !== null && box.isStale(old) ? box.seal(box.open(old, where), where) : old;
  const stale = sealed.filter(({ endpoint, model }) =>
    [endpoint, model].some((key) => key !== null && box.isStale(key)),
  );
  for (const { id, endpoint, model } of stale) {
    await sql`
      update avatars set endpoint_key_sealed = ${again(endpoint, place(id, 'endpoint-key'))},
        model_key_sealed = ${again(model, place(id, 'model-key'))}
      where id = ${id} and endpoint_key_sealed is not distinct from ${endpoint}
        and model_key_sealed is not distinct from ${model}`;
  }
  return stale.length;
}

export async function readAtWork(sql: Queries, box: SealedBox, id: number): Promise<AvatarAtWork | null> {
  const [row] = await sql<(Avatar & { endpointSealed: string | null; modelSealed: string | null })[]>`
    select ${columns(sql)}, endpoint_key_sealed as "endpointSealed", model_key_sealed as "modelSealed"
    from avatars where id = ${id} and deleted_at is null`;
  if (row === undefined) return null;
  const { endpointSealed, modelSealed, ...avatar } = row;
  return {
    avatar,
    endpointKey: endpointSealed && box.open(endpointSealed, place(id, 'endpoint-key')),
    modelKey: modelSealed && box.open(modelSealed, place(id, 'model-key')),
  };
}

function isForeignKeyFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
