import { createSharedCache, type Topics } from '../bus/index.ts';
import { type Also, type Queries, type Sql, together } from '../db/index.ts';
import { type Clock, invalid, notFound, type SealedBox } from '../kernel/index.ts';
import type { VoiceWish } from '../speech/index.ts';
import type { Avatar, AvatarAtWork, AvatarWish, CheckedWish } from './avatar.ts';
import * as rows from './avatar-rows.ts';
import { sealAgain } from './avatar-secrets.ts';
import { checkAvatarWish } from './avatar-wish.ts';
import { createModels } from './model/models.ts';
import type { Named } from './name-order.ts';
import { createNameOrders } from './name-orders.ts';
import { changeSenses, type SenseRules, type Senses } from './senses.ts';
import { sortKeyOf } from './sort-key.ts';

export type AvatarPage = { readonly avatars: readonly Named[]; readonly total: number };
export type Avatars = ReturnType<typeof createAvatars>;

export type AvatarNeeds = SenseRules & {
  /** Of an uploaded model. */
  readonly maxModelBytes?: number;
  readonly sql: Sql;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly box: SealedBox;
};

const defaultModelBytes = 30 * 1024 * 1024;

export function createAvatars(needs: AvatarNeeds) {
  const { sql, box } = needs;
  const orders = createNameOrders(sql);
  const atWork = createSharedCache({
    topic: 'avatar',
    topics: needs.topics,
    clock: needs.clock,
    maxAgeMs: 4_500,
    maxEntries: 100_000,
    read: (id) => rows.readAtWork(sql, box, Number(id)),
  });

  const checked = (wish: AvatarWish): CheckedWish => {
    const given = checkAvatarWish(wish);
    for (const url of [given.endpointUrl, given.modelUrl]) {
      const problem = typeof url === 'string' ? needs.addressProblem(url) : null;
      if (problem !== null) throw invalid(problem);
    }
    return given;
  };

  const changing = (wish: AvatarWish) => (before: Senses) => changeSenses(before, wish, needs);

  async function get(id: number, accountId?: string): Promise<Avatar> {
    const avatar = await rows.read(sql, id, accountId);
    if (avatar === null) throw unknownAvatar(id, accountId);
    return avatar;
  }

  const models = createModels({
    sql,
    mostBytes: needs.maxModelBytes ?? defaultModelBytes,
    current: get,
    async changing(id, accountId, change, also) {
      const hold = async (tx: Queries) => {
        if (!(await rows.hold(tx, id, accountId))) throw unknownAvatar(id, accountId);
        return await change(tx);
      };
      const changed = await together(sql, hold, also);
      atWork.forget(String(id));
      return changed;
    },
  });

  return {
    async create(
      accountId: string,
      wish: AvatarWish & { name: string },
      also?: Also<Avatar>,
    ): Promise<Avatar> {
      const insert = async (tx: Queries): Promise<Avatar> => {
        const avatar = await rows.insert(tx, box, accountId, checked(wish), changing(wish));
        if (avatar === null) throw notFound(`There is no account ${accountId}.`);
        return avatar;
      };
      return await together(sql, insert, also);
    },

    async update(id: number, wish: AvatarWish, accountId?: string, also?: Also<Avatar>): Promise<Avatar> {
      const update = async (tx: Queries): Promise<Avatar> => {
        const avatar = await rows.update(tx, box, id, checked(wish), accountId, changing(wish));
        if (avatar === null) throw unknownAvatar(id, accountId);
        return avatar;
      };
      const avatar = await together(sql, update, also);
      atWork.forget(String(id));
      return avatar;
    },

    async remove(id: number, accountId?: string, also?: Also<void>): Promise<void> {
      const remove = async (tx: Queries): Promise<void> => {
        if (!(await rows.remove(tx, id, accountId))) throw unknownAvatar(id, accountId);
      };
      await together(sql, remove, also);
      atWork.forget(String(id));
    },

    get,

    /** The voice that a change would make of the avatar's, with its key; nothing is stored. */
    async voiceAsWished(id: number, wish: VoiceWish | undefined, accountId?: string) {
      const found = await rows.readAtWork(sql, box, id);
      if (found === null || (accountId !== undefined && found.avatar.accountId !== accountId))
        throw unknownAvatar(id, accountId);
      const { avatar, voiceKey } = found;
      if (wish === undefined) return { choice: avatar.voice, key: voiceKey };
      const { voice = avatar.voice, voiceKey: given } = changing(checked({ voice: wish }))(avatar);
      return { choice: voice, key: given === undefined ? voiceKey : given };
    },

    /** Customers' own models. */
    models,

    /** The account an avatar belongs to, without touching the database where it was asked lately. */
    ownerOf(id: number): Promise<string | null> | string | null {
      const found = atWork.get(String(id));
      return found instanceof Promise ? found.then(ownerIn) : ownerIn(found);
    },

    /** An avatar as its sessions need it; null where there is none. */
    atWork: (id: number): Promise<AvatarAtWork | null> | AvatarAtWork | null => atWork.get(String(id)),

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

    /** The same of those whose name holds a text, whatever its case and accents. */
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

    sealAgain: (): Promise<number> => sealAgain(sql, box),

    [Symbol.dispose]: () => atWork[Symbol.dispose](),
  };
}

const ownerIn = (found: AvatarAtWork | null): string | null => found?.avatar.accountId ?? null;

function unknownAvatar(id: number, accountId: string | undefined) {
  return notFound(`There is no avatar ${id}${accountId === undefined ? '' : ` in account ${accountId}`}.`);
}
