import type { Queries } from '../db/index.ts';
import { invalid, type SealedBox } from '../kernel/index.ts';
import type { Avatar, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import { openSecrets, type SealedSecrets, sealedColumn, sealSecrets } from './avatar-secrets.ts';
import { modelColumn, removeModel } from './model/model-rows.ts';
import { newSenses, type SenseChanges, type Senses } from './senses.ts';
import { sortKeyOf } from './sort-key.ts';

/** What a wish makes of voice and hearing as they are. */
type ChangeSenses = (before: Senses) => SenseChanges;

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", name, private, max_session_duration as "maxSessionDuration", transcript,
  webhook_id as "webhookId", endpoint_url as "endpointUrl", endpoint_key_sealed is not null as "hasEndpointKey",
  greeting, apology, voice, voice_key_sealed is not null as "hasVoiceKey", hearing,
  hearing_key_sealed is not null as "hasHearingKey", look, ${modelColumn(sql)}, embed_origins as "embedOrigins", brain, chat_timeout as "chatTimeout",
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
  input: CheckedInput,
  change: ChangeSenses,
): Promise<Avatar | null> {
  const version = await nextVersion(tx, accountId);
  if (version === null) return null;
  const [row] = await tx<{ id: number }[]>`
    insert into avatars (account_id, name, sort_key, version)
    values (${accountId}, ${input.name ?? ''}, ${sortKeyOf(input.name ?? '')}, ${version})
    returning id`;
  return row === undefined ? null : await write(tx, box, row.id, version, input, change(newSenses));
}

export async function update(
  tx: Queries,
  box: SealedBox,
  id: number,
  input: CheckedInput,
  accountId: string | undefined,
  change: ChangeSenses,
): Promise<Avatar | null> {
  const owner = await readOwner(tx, id);
  if (owner === null || (accountId !== undefined && owner !== accountId)) return null;
  const version = await nextVersion(tx, owner);
  // Read under the account's lock: two changes at once build on each other.
  const before = version === null ? null : await read(tx, id, accountId);
  return version === null || before === null
    ? null
    : await write(tx, box, id, version, input, change(before));
}

async function write(
  tx: Queries,
  box: SealedBox,
  id: number,
  version: number,
  input: CheckedInput,
  senses: SenseChanges,
) {
  const { name, webhookId } = input;
  const { endpointKey, modelKey, look } = input;
  const { voice, voiceKey, hearing, hearingKey } = senses;
  const values = {
    ...sealSecrets(box, id, { endpointKey, modelKey, voiceKey, hearingKey }),
    name,
    sort_key: name === undefined ? undefined : sortKeyOf(name),
    private: input.private,
    max_session_duration: input.maxSessionDuration,
    transcript: input.transcript,
    webhook_id: webhookId,
    endpoint_url: input.endpointUrl,
    greeting: input.greeting,
    apology: input.apology,
    voice: voice && tx.json(voice),
    hearing: hearing && tx.json(hearing),
    look: look === undefined ? undefined : tx.json(typeof look === 'string' ? look : { ...look }),
    embed_origins: input.embedOrigins,
    brain: input.brain,
    chat_timeout: input.chatTimeout,
    sends_heard: input.sendsHeard,
    filler: input.filler,
    filler_after_ms: input.fillerAfterMs,
    fallback_reply: input.fallbackReply,
    idle_timeout: input.idleTimeout,
    max_sessions: input.maxSessions,
    model_url: input.modelUrl,
    model_name: input.modelName,
    model_prompt: input.modelPrompt,
    model_history: input.modelHistory,
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
      model_url = null, model_key_sealed = null, voice_key_sealed = null, hearing_key_sealed = null,
      voice = default, hearing = default, webhook_id = null
    where id = ${id} and deleted_at is null`;
  await removeModel(tx, id);
  return removed.count === 1;
}

/** Holds the avatar's row until the transaction ends. */
export async function hold(tx: Queries, id: number, accountId: string | undefined): Promise<boolean> {
  const held = await tx`
    update avatars set updated_at = now() where id = ${id} and deleted_at is null ${scopedTo(tx, accountId)}`;
  return held.count === 1;
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

export async function readWithSecrets(
  sql: Queries,
  box: SealedBox,
  id: number,
): Promise<AvatarWithSecrets | null> {
  const [row] = await sql<(Avatar & SealedSecrets)[]>`
    select ${columns(sql)}, ${sealedColumn(sql)} from avatars where id = ${id} and deleted_at is null`;
  if (row === undefined) return null;
  const { sealed, ...avatar } = row;
  return { avatar, ...openSecrets(box, id, { sealed }) };
}

function isForeignKeyFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
