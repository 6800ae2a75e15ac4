import { plainSettingEntries } from '@parley/protocol/avatar-settings';
import { createSharedCache, type Topics } from '../bus/index.ts';
import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import { type Clock, invalid, notFound, type SealedBox } from '../kernel/index.ts';
import type { VoiceInput } from '../speech/index.ts';
import type { Avatar, AvatarInput, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import { checkAvatarInput } from './avatar-input.ts';
import * as rows from './avatar-rows.ts';
import { reseal } from './avatar-secrets.ts';
import { createModels } from './model/models.ts';
import type { Named } from './name-order.ts';
import { createNameOrders } from './name-orders.ts';
import { sortKeyOf } from './sort-key.ts';
import {
  changeVoiceAndHearing,
  type VoiceAndHearing,
  type VoiceAndHearingRules,
} from './voice-and-hearing.ts';

export type AvatarPage = { readonly avatars: readonly Named[]; readonly total: number };
export type Avatars = ReturnType<typeof createAvatars>;

export type AvatarDeps = VoiceAndHearingRules & {
  /** The largest model that may be uploaded. */
  readonly maxModelBytes: number;
  readonly sql: Sql;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly box: SealedBox;
};

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

  const changing = (input: AvatarInput) => (before: VoiceAndHearing) =>
    changeVoiceAndHearing(before, input, deps);

  async function get(id: number, accountId?: string): Promise<Avatar> {
    const avatar = await rows.read(sql, id, accountId);
    if (avatar === null) throw unknownAvatar(id, accountId);
    return avatar;
  }

  const models = createModels({
    sql,
    maxBytes: deps.maxModelBytes,
    current: get,
    async changing(id, accountId, change, also) {
      const hold = async (tx: Queries) => {
        if (!(await rows.hold(tx, id, accountId))) throw unknownAvatar(id, accountId);
        return await change(tx);
      };
      const changed = await changeInTransaction(sql, hold, also);
      withSecrets.forget(String(id));
      return changed;
    },
  });

  return {
    async create(
      accountId: string,
      input: AvatarInput & { name: string },
      also?: InSameTransaction<Avatar>,
    ): Promise<Avatar> {
      const insert = async (tx: Queries): Promise<Avatar> => {
        const avatar = await rows.insert(tx, box, accountId, checked(input), changing(input));
        if (avatar === null) throw notFound(`There is no account ${accountId}.`);
        return avatar;
      };
      return await changeInTransaction(sql, insert, also);
    },

    async update(
      id: number,
      input: AvatarInput,
      accountId?: string,
      also?: InSameTransaction<Avatar>,
    ): Promise<Avatar> {
      const update = async (tx: Queries): Promise<Avatar> => {
        const avatar = await rows.update(tx, box, id, checked(input), accountId, changing(input));
        if (avatar === null) throw unknownAvatar(id, accountId);
        return avatar;
      };
      const avatar = await changeInTransaction(sql, update, also);
      withSecrets.forget(String(id));
      return avatar;
    },

    async remove(id: number, accountId?: string, also?: InSameTransaction<void>): Promise<void> {
      const remove = async (tx: Queries): Promise<void> => {
        if (!(await rows.remove(tx, id, accountId))) throw unknownAvatar(id, accountId);
      };
      await changeInTransaction(sql, remove, also);
      withSecrets.forget(String(id));
    },

    get,

    /** The avatar's voice with a change applied, and its key. Nothing is stored. */
    async voiceWithChange(id: number, input: VoiceInput | undefined, accountId?: string) {
      const found = await rows.readWithSecrets(sql, box, id);
      if (found === null || (accountId !== undefined && found.avatar.accountId !== accountId))
        throw unknownAvatar(id, accountId);
      const { avatar, voiceKey } = found;
      if (input === undefined) return { choice: avatar.voice, key: voiceKey };
      const { voice = avatar.voice, voiceKey: given } = changing(checked({ voice: input }))(avatar);
      return { choice: voice, key: given === undefined ? voiceKey : given };
    },

    /** Customers' own models. */
    models,

    /** The account that an avatar belongs to. The answer may come from the cache. */
    ownerOf(id: number): Promise<string | null> | string | null {
      const found = withSecrets.get(String(id));
      return found instanceof Promise ? found.then(ownerIn) : ownerIn(found);
    },

    /** An avatar with its secrets, from the cache; null where there is none. */
    withSecrets: (id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null =>
      withSecrets.get(String(id)),

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

    /** A page of the avatars whose name contains a text, ignoring case and accents. */
    async search(accountId: string, text: string, page: number, size: number): Promise<AvatarPage> {
      const order = await orders.upToDate(accountId);
      const wanted = sortKeyOf(text.trim());
      const start = page * size;
      if (wanted === '') return { avatars: order.slice(start, size), total: order.total };
      const found = order.slice(0, order.total).filter(({ sortKey }) => sortKey.includes(wanted));
      return { avatars: found.slice(start, start + size), total: found.length };
    },

    /** Refuses where one of the ids is not an avatar of this account. */
    async mustOwn(accountId: string, ids: readonly number[]): Promise<void> {
      const owned = new Set(await rows.readOwned(sql, accountId, ids));
      const missing = ids.find((id) => !owned.has(id));
      if (missing !== undefined) throw invalid(`There is no avatar ${missing} in this account.`);
    },

    reseal: (): Promise<number> => reseal(sql, box),

    [Symbol.dispose]: () => withSecrets[Symbol.dispose](),
  };
}

const ownerIn = (found: AvatarWithSecrets | null): string | null => found?.avatar.accountId ?? null;

function unknownAvatar(id: number, accountId: string | undefined) {
  return notFound(`There is no avatar ${id}${accountId === undefined ? '' : ` in account ${accountId}`}.`);
}
