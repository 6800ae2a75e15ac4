import {
  columnOf,
  plainSettingEntries,
  secretMark,
  secretSettingEntries,
} from '@parley/protocol/avatar-settings';
import type { Change } from '../audit/index.ts';
import type { Queries } from '../db/index.ts';
import { invalid, type SealedBox } from '../kernel/index.ts';
import type { Avatar, AvatarRef, AvatarValues, AvatarWithSecrets } from './avatar.ts';
import {
  openSecrets,
  type SealedSecrets,
  sealedColumn,
  sealSecrets,
  secretColumns,
} from './avatar-secrets.ts';
import { sortKeyOf } from './list/sort-key.ts';
import { copyPortrait, portraitColumn } from './portrait/portrait-rows.ts';
import { beginsTrial } from './second-brain.ts';
import { copyModel, modelColumn, removeModel } from './uploaded-model/model-rows.ts';
import { storedVoice, voiceColumn } from './voice/voice-column.ts';

/** For example `embed_origins as "embedOrigins"`. */
const settingColumns = [
  ...plainSettingEntries.map((entry) => `${columnOf(entry)} as "${entry.name}"`),
  ...secretSettingEntries.map((entry) => `${columnOf(entry)} is not null as "${secretMark(entry.name)}"`),
].join(', ');

const columns = (sql: Queries) => sql`
  id, account_id as "accountId", ${sql.unsafe(settingColumns)}, look, ${modelColumn(sql)}, ${portraitColumn(sql)},
  ${voiceColumn(sql)}, voice_key_sealed is not null as "hasVoiceKey", hearing, hearing_key_sealed is not null as "hasHearingKey",
  further_languages as "furtherLanguages", second_trial as "secondTrial", brain_swaps as "brainSwaps",
  version, created_at as "createdAt", updated_at as "updatedAt"`;

/** Columns with addresses and secrets. They are emptied when the avatar is deleted. */
const connections = [
  ...plainSettingEntries
    .filter(({ setting: { kind } }) => kind === 'address' || kind === 'webhook')
    .map(columnOf),
  ...secretColumns,
];
const emptied = Object.fromEntries(connections.map((column) => [column, null]));

/** Locks the account's row until the transaction ends, so that versions become visible in their order. */
async function nextVersion(tx: Queries, accountId: string): Promise<number | null> {
  const [account] = await tx<{ version: number }[]>`
    update accounts set avatars_version = avatars_version + 1 where id = ${accountId}
    returning avatars_version as version`;
  return account?.version ?? null;
}

/** Null if there is no such account. In a dry run the avatar has the id 0, so that no id of the sequence is used up. */
export async function insert(
  { tx, isDryRun }: Pick<Change, 'tx' | 'isDryRun'>,
  box: SealedBox,
  accountId: string,
  values: AvatarValues & { readonly name: string },
  original: Avatar | null = null,
): Promise<Avatar | null> {
  const version = await nextVersion(tx, accountId);
  if (version === null) return null;
  const [row] = await tx<{ id: number }[]>`
    insert into avatars (account_id, name, sort_key, version ${isDryRun ? tx`, id` : tx``})
    ${isDryRun ? tx`overriding system value` : tx``}
    values (${accountId}, ${values.name}, ${sortKeyOf(values.name)}, ${version} ${isDryRun ? tx`, 0` : tx``})
    returning id`;
  if (row === undefined) return null;
  if (original?.model) await copyModel(tx, original.model, row.id);
  if (original?.portrait) await copyPortrait(tx, original.id, row.id);
  return await write(tx, box, row.id, version, values);
}

/**
 * Reads an avatar that is about to be changed, and locks it until the end of the transaction. The avatar is locked
 * before its account: two changes that lock in different orders would wait for each other.
 */
export async function lock(
  tx: Queries,
  box: SealedBox,
  { accountId, id }: AvatarRef,
): Promise<AvatarWithSecrets | null> {
  await tx`select from avatars where id = ${id} and account_id = ${accountId} for no key update`;
  // A separate statement: it sees the model that the previous lock holder has stored.
  return await readWithSecrets(tx, box, id, accountId);
}

/**
 * Locks the webhook that an avatar is about to refer to, before the avatar, so that it is not deleted meanwhile.
 * Another change of the webhook waits, too.
 */
export async function lockWebhook(tx: Queries, accountId: string, id: string): Promise<void> {
  const [found] = await tx`
    select from webhooks where id = ${id} and account_id = ${accountId} and deleted_at is null for share`;
  if (found === undefined) throw invalid(`There is no webhook ${id} in this account.`, 'webhookId');
}

/** Changes a locked avatar. Without values it only increments the version. `stopped`: why its canary was stopped. */
export async function update(
  tx: Queries,
  box: SealedBox,
  { accountId, id }: AvatarRef,
  values: AvatarValues = {},
  stopped: string | null = null,
): Promise<Avatar> {
  return await write(tx, box, id, await nextVersion(tx, accountId), values, stopped);
}

async function write(
  tx: Queries,
  box: SealedBox,
  id: number,
  version: number | null,
  values: AvatarValues,
  stopped: string | null = null,
): Promise<Avatar> {
  const { name, look, voice, hearing, furtherLanguages, pronunciations } = values;
  const all = {
    ...Object.fromEntries(plainSettingEntries.map((entry) => [columnOf(entry), values[entry.name]])),
    ...sealSecrets(box, id, values),
    sort_key: name === undefined ? undefined : sortKeyOf(name),
    pronunciations: pronunciations && tx.json(pronunciations),
    voice: voice && tx.json(storedVoice(voice)),
    hearing: hearing && tx.json(hearing),
    further_languages: furtherLanguages && tx.json(furtherLanguages.map((row) => ({ ...row }))),
    look: look === undefined ? undefined : tx.json(typeof look === 'string' ? look : { ...look }),
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  // Other settings begin a new trial of the second brain.
  const trial = beginsTrial(values)
    ? tx`, second_trial = second_trial + 1, second_since = now(), canary_stopped = null`
    : stopped === null
      ? tx``
      : tx`, canary_stopped = ${stopped}`;
  const [avatar] = await tx<Avatar[]>`
    update avatars set ${tx({ ...given, version })}, updated_at = now() ${trial}
    where id = ${id} and deleted_at is null
    returning ${columns(tx)}`;
  if (avatar === undefined) throw new Error('a locked avatar is gone');
  return avatar;
}

/** Sessions that began before know by it that the avatar's instructions are those of another brain. */
export async function countSwap(tx: Queries, id: number): Promise<void> {
  await tx`update avatars set brain_swaps = brain_swaps + 1 where id = ${id}`;
}

/**
 * Deletes the addresses, secrets, model and pictures of a locked avatar. The row stays, so that cached name orders notice the
 * deletion.
 */
export async function remove(tx: Queries, { accountId, id }: AvatarRef): Promise<void> {
  const version = await nextVersion(tx, accountId);
  await tx`
    update avatars
    set ${tx(emptied)}, voice = default, hearing = default, version = ${version}, deleted_at = now()
    where id = ${id}`;
  await removeModel(tx, id);
}

export async function read(sql: Queries, accountId: string, id: number): Promise<Avatar | null> {
  const [avatar] = await sql<Avatar[]>`
    select ${columns(sql)} from avatars where id = ${id} and account_id = ${accountId} and deleted_at is null`;
  return avatar ?? null;
}

export async function readOwned(sql: Queries, accountId: string, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from avatars where account_id = ${accountId} and id = any(${[...ids]}::bigint[]) and deleted_at is null`;
  return found.map((row) => row.id);
}

/** Sessions identify an avatar by its id alone. All other callers also name the account. */
export async function readWithSecrets(
  sql: Queries,
  box: SealedBox,
  id: number,
  accountId: string | null = null,
): Promise<AvatarWithSecrets | null> {
  const [row] = await sql<(Avatar & SealedSecrets & Pick<AvatarWithSecrets, 'accountPronunciations'>)[]>`
    select ${columns(sql)}, ${sealedColumn(sql)},
      (select pronunciations from accounts where id = avatars.account_id) as "accountPronunciations"
    from avatars
    where id = ${id} and deleted_at is null ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}`;
  if (row === undefined) return null;
  const { sealed, accountPronunciations, ...avatar } = row;
  return { avatar, accountPronunciations, ...openSecrets(box, id, { sealed }) };
}
