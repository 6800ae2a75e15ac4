import {
  columnOf,
  plainSettingEntries,
  secretMark,
  secretSettingEntries,
} from '@parley/protocol/avatar-settings';
import type { Queries } from '../db/index.ts';
import { invalid, type SealedBox } from '../kernel/index.ts';
import type { Avatar, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import {
  openSecrets,
  type SealedSecrets,
  sealedColumn,
  sealSecrets,
  secretColumns,
} from './avatar-secrets.ts';
import { modelColumn, removeModel } from './model/model-rows.ts';
import { sortKeyOf } from './sort-key.ts';
import {
  defaultVoiceAndHearing,
  type VoiceAndHearing,
  type VoiceAndHearingChanges,
} from './voice-and-hearing.ts';

/** Works out the changes to voice and hearing from their stored values. */
type ChangeVoiceAndHearing = (before: VoiceAndHearing) => VoiceAndHearingChanges;

/** Such as `embed_origins as "embedOrigins"`. */
const settingColumns = [
  ...plainSettingEntries.map((entry) => `${columnOf(entry)} as "${entry.name}"`),
  ...secretSettingEntries.map((entry) => `${columnOf(entry)} is not null as "${secretMark(entry.name)}"`),
].join(', ');

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", ${sql.unsafe(settingColumns)}, look, ${modelColumn(sql)},
  voice, voice_key_sealed is not null as "hasVoiceKey", hearing, hearing_key_sealed is not null as "hasHearingKey",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Columns with addresses and secrets. They are emptied when the avatar is deleted. */
const connections = [
  ...plainSettingEntries
    .filter(({ setting: { kind } }) => kind === 'address' || kind === 'webhook')
    .map(columnOf),
  ...secretColumns,
];
const emptied = Object.fromEntries(connections.map((column) => [column, null]));

const scopedTo = (sql: Queries, accountId: string | undefined) =>
  accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;

/** Locks the account's row until the transaction ends, so that versions become visible in their order. */
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
  change: ChangeVoiceAndHearing,
): Promise<Avatar | null> {
  const version = await nextVersion(tx, accountId);
  if (version === null) return null;
  const [row] = await tx<{ id: number }[]>`
    insert into avatars (account_id, name, sort_key, version)
    values (${accountId}, ${input.name ?? ''}, ${sortKeyOf(input.name ?? '')}, ${version})
    returning id`;
  return row === undefined
    ? null
    : await write(tx, box, row.id, version, input, change(defaultVoiceAndHearing));
}

export async function update(
  tx: Queries,
  box: SealedBox,
  id: number,
  input: CheckedInput,
  accountId: string | undefined,
  change: ChangeVoiceAndHearing,
): Promise<Avatar | null> {
  const owner = await readOwner(tx, id);
  if (owner === null || (accountId !== undefined && owner !== accountId)) return null;
  const version = await nextVersion(tx, owner);
  // Read under the account's lock, so that the second of two concurrent changes sees the first.
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
  changes: VoiceAndHearingChanges,
) {
  const { name, look } = input;
  const { voice, hearing, voiceKey, hearingKey } = changes;
  const values = {
    ...Object.fromEntries(plainSettingEntries.map((entry) => [columnOf(entry), input[entry.name]])),
    ...sealSecrets(box, id, { ...input, voiceKey, hearingKey }),
    sort_key: name === undefined ? undefined : sortKeyOf(name),
    voice: voice && tx.json(voice),
    hearing: hearing && tx.json(hearing),
    look: look === undefined ? undefined : tx.json(typeof look === 'string' ? look : { ...look }),
  };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  try {
    const [avatar] = await tx<Avatar[]>`
      update avatars set ${tx({ ...given, version })}, updated_at = now()
      where id = ${id} and deleted_at is null
      returning ${columns(tx)}`;
    return avatar ?? null;
  } catch (error) {
    if (isForeignKeyError(error)) throw invalid(`There is no webhook ${input.webhookId} in this account.`);
    throw error;
  }
}

/** Deletes addresses, secrets and the model. The row stays, so that cached orders learn of the deletion. */
export async function remove(tx: Queries, id: number, accountId: string | undefined): Promise<boolean> {
  const owner = await readOwner(tx, id);
  if (owner === null || (accountId !== undefined && owner !== accountId)) return false;
  const version = await nextVersion(tx, owner);
  const removed = await tx`
    update avatars
    set ${tx(emptied)}, voice = default, hearing = default, version = ${version}, deleted_at = now()
    where id = ${id} and deleted_at is null`;
  await removeModel(tx, id);
  return removed.count === 1;
}

/** Locks the avatar's row until the transaction ends. */
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

function isForeignKeyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
