import { plainSettingEntries } from '@parley/protocol/avatar-settings';
import { auditChange, type Change } from '../audit/index.ts';
import { createSharedCache, type Topics } from '../bus/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import { type Clock, conflict, invalid, mustBeVersion, notFound, type SealedBox } from '../kernel/index.ts';
import { createWordList } from '../speech/index.ts';
import type { Avatar, AvatarInput, AvatarRef, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import { checkAvatarInput } from './avatar-input.ts';
import * as rows from './avatar-rows.ts';
import { auditDetails, filled, newAvatar, newValues, valuesOf } from './avatar-values.ts';
import { type ListedAvatar, readListed } from './list/avatar-list.ts';
import { compareNamed, type Named, type NamePosition } from './list/name-order.ts';
import { createNameOrders } from './list/name-orders.ts';
import { sortKeyOf } from './list/sort-key.ts';
import { removePortrait } from './portrait/portrait-rows.ts';
import { createPortraits } from './portrait/portraits.ts';
import { hasSecondBrain, swappedBrains } from './second-brain.ts';
import { createModels, type ModelDeps } from './uploaded-model/models.ts';
import { effectiveVoice, followsFace } from './voice/effective-voice.ts';
import type { VoiceAndHearingRules } from './voice/voice-and-hearing.ts';

export type AvatarPage = { readonly avatars: readonly Named[]; readonly total: number };
export type AvatarListQuery = {
  /** A part of the name, ignoring case and accents; empty for all. */
  readonly search: string;
  /** The end of the previous page; null for the first page. */
  readonly after: NamePosition | null;
  readonly limit: number;
};
export type AvatarList = {
  readonly avatars: readonly ListedAvatar[];
  /** The start of the next page; null if this is the last page. */
  readonly next: NamePosition | null;
  /** How many there are on all pages together. */
  readonly total: number;
};
export type Avatars = ReturnType<typeof createAvatars>;

export type AvatarDeps = VoiceAndHearingRules & {
  /** The largest model that may be uploaded. */
  readonly maxModelBytes: number;
  readonly sql: Sql;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly box: SealedBox;
};

/** The ids of avatars that were just deleted. The processes that own their sessions subscribe to it. */
export const avatarDeletedTopic = 'avatar-deleted';

const addresses = plainSettingEntries.filter(({ setting }) => setting.kind === 'address');

export function createAvatars(deps: AvatarDeps) {
  const { sql, box } = deps;
  const orders = createNameOrders(sql);
  const withSecrets = createSharedCache({
    topic: 'avatar',
    topics: deps.topics,
    clock: deps.clock,
    maxAgeMs: 4_500,
    maxEntries: 100_000,
    read: (id) => rows.readWithSecrets(sql, box, Number(id)),
  });

  const checked = (input: AvatarInput): CheckedInput => {
    const given = checkAvatarInput(input);
    for (const { name } of addresses) {
      const url = given[name];
      const problem = typeof url === 'string' ? deps.addressProblem(url) : null;
      if (problem !== null) throw invalid(problem, name);
    }
    return given;
  };

  async function get(accountId: string, id: number, queries: Queries = sql): Promise<Avatar> {
    const avatar = await rows.read(queries, accountId, id);
    if (avatar === null) throw unknownAvatar(accountId, id);
    return avatar;
  }

  const lockWebhook = async (
    { tx }: Change,
    accountId: string,
    { webhookId }: Pick<CheckedInput, 'webhookId'>,
  ): Promise<void> => {
    if (typeof webhookId === 'string') await rows.lockWebhook(tx, accountId, webhookId);
  };

  const lock = async (change: Change, ref: AvatarRef): Promise<AvatarWithSecrets> => {
    const found = await rows.lock(change.tx, box, ref);
    if (found === null) throw unknownAvatar(ref.accountId, ref.id);
    mustBeVersion(found.avatar.version, ref.version);
    return found;
  };

  /** Adds an entry to the audit log, and makes every process read the avatar again. */
  const record = async (
    change: Change,
    action: string,
    { id, name, accountId }: Avatar,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> => {
    await auditChange(change, {
      accountId,
      action,
      target: { kind: 'avatar', id: String(id), name },
      details,
    });
    change.afterCommit(() => withSecrets.forget(String(id)));
  };

  const changeModel: ModelDeps['changeModel'] = async (change, ref, action, work) => {
    const { avatar: before } = await lock(change, ref);
    const details = await work(before);
    if (details === null) return before;
    const avatar = await rows.update(change.tx, box, ref);
    await record(change, action, avatar, details);
    return avatar;
  };

  return {
    async create(
      change: Change,
      accountId: string,
      input: AvatarInput & { readonly name: string },
    ): Promise<Avatar> {
      const wanted = checked(input);
      const values = valuesOf(newAvatar, wanted, deps);
      await lockWebhook(change, accountId, wanted);
      const avatar = await rows.insert(change, box, accountId, { name: input.name, ...values });
      if (avatar === null) throw notFound('This account does not exist. Check its id.');
      await record(change, 'avatars.create', avatar, auditDetails(filled(values)));
      return avatar;
    },

    /** Settings that are left out stay as they are. */
    async update(change: Change, ref: AvatarRef, input: AvatarInput): Promise<Avatar> {
      const wanted = checked(input);
      await lockWebhook(change, ref.accountId, wanted);
      const before = await lock(change, ref);
      const values = newValues(before, valuesOf(before.avatar, wanted, deps));
      if (Object.keys(values).length === 0) return before.avatar;
      if (values.look !== undefined) await removePortrait(change.tx, ref.id);
      const avatar = await rows.update(change.tx, box, ref, values);
      await record(change, 'avatars.update', avatar, auditDetails(values));
      return avatar;
    },

    /** The copy has all settings of the avatar, its secrets and its model. It has no sessions. */
    async duplicate(change: Change, { accountId, id }: AvatarRef, name: string): Promise<Avatar> {
      const wanted = checked({ name });
      const found = await rows.readWithSecrets(change.tx, box, id, accountId);
      if (found === null) throw unknownAvatar(accountId, id);
      const { avatar: original, ...secrets } = found;
      await lockWebhook(change, accountId, original);
      const values = { ...original, ...secrets, name: wanted.name ?? name };
      const avatar = await rows.insert(change, box, accountId, values, original);
      if (avatar === null) throw unknownAvatar(accountId, id);
      await record(change, 'avatars.duplicate', avatar, { of: String(id) });
      return avatar;
    },

    /** Makes the second brain the first, and keeps the first as the second. */
    async promote(change: Change, ref: AvatarRef): Promise<Avatar> {
      const before = await lock(change, ref);
      if (!hasSecondBrain(before)) throw conflict('This avatar has no second brain. Set one first.');
      const values = newValues(before, swappedBrains(before));
      await rows.countSwap(change.tx, ref.id);
      const avatar = await rows.update(change.tx, box, ref, values);
      await record(change, 'avatars.promote', avatar, auditDetails(values));
      return avatar;
    },

    /** Gives the canary of this trial no more sessions. Null if it gets none already, or another trial has begun. */
    async stopCanary(change: Change, ref: AvatarRef, trial: number, reason: string): Promise<Avatar | null> {
      const { avatar: before } = await lock(change, ref);
      const { secondRole, canaryShare, secondTrial } = before;
      if (secondRole !== 'canary' || canaryShare === 0 || secondTrial !== trial) return null;
      const avatar = await rows.update(change.tx, box, ref, { canaryShare: 0 }, reason);
      await record(change, 'avatars.stopCanary', avatar, { share: canaryShare, reason });
      return avatar;
    },

    async remove(change: Change, ref: AvatarRef): Promise<void> {
      const { avatar } = await lock(change, ref);
      await rows.remove(change.tx, ref);
      await record(change, 'avatars.delete', avatar);
      change.afterCommit(() => deps.topics.publish(avatarDeletedTopic, String(ref.id)));
    },

    get,

    /** The avatar's voice with a change applied, its key and its list of words. Nothing is stored. */
    async voiceWithChange(
      accountId: string,
      id: number,
      input: Pick<AvatarInput, 'voice' | 'pronunciations'>,
    ) {
      const found = await rows.readWithSecrets(sql, box, id, accountId);
      if (found === null) throw unknownAvatar(accountId, id);
      const { avatar, voiceKey: storedKey, accountPronunciations } = found;
      const changed = valuesOf(avatar, checked(input), deps);
      const { voice = avatar.voice, voiceKey = storedKey, pronunciations = avatar.pronunciations } = changed;
      return {
        choice: effectiveVoice({ ...avatar, voice }),
        key: voiceKey,
        followsFace: followsFace(voice),
        language: avatar.language,
        wordList: createWordList(pronunciations, accountPronunciations),
      };
    },

    /** Customers' own models. */
    models: createModels({ sql, maxBytes: deps.maxModelBytes, get, changeModel }),

    /** Pictures of looks and models. */
    portraits: createPortraits({ sql, get, changeModel }),

    /** The account that an avatar belongs to. The result may come from the cache. */
    ownerOf(id: number): Promise<string | null> | string | null {
      const found = withSecrets.get(String(id));
      return found instanceof Promise ? found.then(ownerIn) : ownerIn(found);
    },

    /** An avatar with its secrets, from the cache; null if it does not exist. */
    withSecrets: (id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null =>
      withSecrets.get(String(id)),

    /** The same as it is in a transaction. */
    withSecretsIn: (tx: Queries, id: number): Promise<AvatarWithSecrets | null> =>
      rows.readWithSecrets(tx, box, id),

    /** Whether `withSecrets` answers without another read of the database. */
    isAtHand: (id: number): boolean => withSecrets.isAtHand(String(id)),

    /** A page in the order of names; `among` limits it to those ids. */
    async page(
      accountId: string,
      page: number,
      size: number,
      among: readonly number[] | null,
    ): Promise<AvatarPage> {
      const order = await orders.upToDate(accountId);
      const start = page * size;
      if (among === null) return { avatars: order.slice(start, size), total: order.total };
      const picked = order.pick(among);
      return { avatars: picked.slice(start, start + size), total: picked.length };
    },

    /** In the order of names. A page keeps its position, even if avatars on earlier pages are created or deleted. */
    async list(accountId: string, { search, after, limit }: AvatarListQuery): Promise<AvatarList> {
      const order = await orders.upToDate(accountId);
      const wanted = sortKeyOf(search.trim());
      const matching =
        wanted === '' ? null : order.slice(0, order.total).filter(({ sortKey }) => sortKey.includes(wanted));
      const found =
        matching === null
          ? order.after(after, limit + 1)
          : matching.filter((named) => after === null || compareNamed(after, named) < 0).slice(0, limit + 1);
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        avatars: await readListed(
          sql,
          shown.map(({ id }) => id),
        ),
        next: found.length > limit && last !== undefined ? { sortKey: last.sortKey, id: last.id } : null,
        total: matching?.length ?? order.total,
      };
    },

    /** Refuses if one of the ids is not an avatar of this account. */
    async mustOwn(accountId: string, ids: readonly number[], queries: Queries): Promise<void> {
      const owned = new Set(await rows.readOwned(queries, accountId, ids));
      const missing = ids.find((id) => !owned.has(id));
      if (missing !== undefined) throw invalid(`There is no avatar ${missing} in this account.`);
    },

    [Symbol.dispose]: () => withSecrets[Symbol.dispose](),
  };
}

const ownerIn = (found: AvatarWithSecrets | null): string | null => found?.avatar.accountId ?? null;

const unknownAvatar = (accountId: string, id: number) =>
  notFound(`There is no avatar ${id} in account ${accountId}.`);
