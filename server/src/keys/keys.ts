import { isPermission, type Permission, permissionScopes } from '@parley/protocol';
import { createSharedCache, type RateRule, type Topics } from '../bus/index.ts';
import { changeInTransaction, type InSameTransaction, type Queries, type Sql } from '../db/index.ts';
import {
  type Clock,
  conflict,
  invalid,
  type Log,
  newKeyId,
  notFound,
  plainName,
  webOrigin,
} from '../kernel/index.ts';
import { bucketOf, type KeyRecord, ruleOf } from './key.ts';
import { createKeyHasher } from './key-hasher.ts';
import * as rows from './key-rows.ts';
import { hasKeyForm, isWellFormed, keyHash, makeKey } from './key-text.ts';
import { createKeyUses, type KeyUse } from './key-uses.ts';

export type KeyInput = {
  readonly name: string;
  readonly permissions: readonly string[];
  /** Null allows every avatar of the account. */
  readonly avatarIds?: readonly number[] | null;
  /** Null allows every origin. */
  readonly origins?: readonly string[] | null;
};

/** Fields that are left out stay as they are. */
export type KeyChange = Partial<KeyInput>;

export type KeyCheck =
  | { readonly outcome: 'missing' | 'malformed' | 'unknown' | 'revoked' | 'disabled' }
  /** Comes with the bucket that its requests are counted in, and by which rule. */
  | { readonly outcome: 'good'; readonly key: KeyRecord; readonly bucket: string; readonly rule: RateRule };

/** What keys need to know of avatars: whether ids belong to an account. */
export type AvatarOwnership = { mustOwn(accountId: string, ids: readonly number[]): Promise<void> };

export type Keys = ReturnType<typeof createKeys>;

const maxListed = 1_000;
const missing = { outcome: 'missing' } as const;
const malformed = { outcome: 'malformed' } as const;
const unknown = { outcome: 'unknown' } as const;

export function createKeys(deps: {
  sql: Sql;
  topics: Topics;
  clock: Clock;
  avatars: AvatarOwnership;
  log?: Log;
}) {
  const { sql, clock } = deps;
  const uses = createKeyUses({ sql, clock, ...(deps.log === undefined ? {} : { log: deps.log }) });
  const hashOf = createKeyHasher();
  const cache = createSharedCache<KeyCheck>({
    topic: 'api-key',
    topics: deps.topics,
    clock: deps.clock,
    maxAgeMs: 4_500,
    maxEntries: 50_000,
    read: async (hash) => {
      const key = await rows.readByHash(sql, hash);
      return key === null ? null : judge(key);
    },
  });

  const change = async (
    id: string,
    write: (tx: Queries) => Promise<rows.KeyRow | null>,
    also: InSameTransaction<KeyRecord> | undefined,
  ): Promise<KeyRecord> => {
    const written = async (tx: Queries): Promise<rows.KeyRow> => {
      const row = await write(tx);
      if (row === null) throw unknownKey(id);
      return row;
    };
    const row = await changeInTransaction(
      sql,
      written,
      also && ((tx, changed) => also(tx, rows.recordOf(changed))),
    );
    cache.forget(row.hash.toString('hex'));
    return rows.recordOf(row);
  };

  return {
    cacheCounts: cache.counts,

    /** The only moment at which the key itself exists outside its owner's hands. */
    async create(
      accountId: string,
      input: KeyInput,
      also?: InSameTransaction<KeyRecord>,
    ): Promise<{ record: KeyRecord; key: string }> {
      const name = checkName(input.name);
      const permissions = checkPermissions(input.permissions);
      const avatarIds = checkAvatarIds(input.avatarIds ?? null);
      const origins = checkOrigins(input.origins ?? null);
      if (avatarIds !== null) await deps.avatars.mustOwn(accountId, avatarIds);
      const key = makeKey();
      const made = {
        id: newKeyId(),
        accountId,
        name,
        hash: keyHash(key),
        last4: key.slice(-4),
        permissions,
        avatarIds,
        origins,
      };
      const insert = async (tx: Queries): Promise<KeyRecord> => {
        const row = await rows.insert(tx, made);
        if (row === null) throw notFound(`There is no account ${accountId}.`);
        return rows.recordOf(row);
      };
      return { record: await changeInTransaction(sql, insert, also), key };
    },

    list: (accountId: string): Promise<KeyRecord[]> => rows.list(sql, accountId),

    /** One more request by this key. */
    noteUse: (id: string): void => uses.note(id),
    uses: (ids: readonly string[]): Promise<Map<string, KeyUse>> => uses.read(ids),

    /** Takes effect in every process immediately, like disabling. Tokens that the key has made stay valid. */
    async update(
      id: string,
      input: KeyChange,
      accountId?: string,
      also?: InSameTransaction<KeyRecord>,
    ): Promise<KeyRecord> {
      const wanted = {
        ...(input.name === undefined ? {} : { name: checkName(input.name) }),
        ...(input.permissions === undefined ? {} : { permissions: checkPermissions(input.permissions) }),
        ...(input.avatarIds === undefined ? {} : { avatarIds: checkAvatarIds(input.avatarIds) }),
        ...(input.origins === undefined ? {} : { origins: checkOrigins(input.origins) }),
      };
      const known = await rows.read(sql, id, accountId);
      if (known === null) throw unknownKey(id);
      if (known.revokedAt !== null) throw revokedKey(id);
      if (wanted.avatarIds) await deps.avatars.mustOwn(known.accountId, wanted.avatarIds);
      const write = async (tx: Queries) => {
        const row = await rows.update(tx, id, wanted, accountId);
        // It was there a moment ago, so it has been revoked since.
        if (row === null) throw revokedKey(id);
        return row;
      };
      return await change(id, write, also);
    },

    async setDisabled(
      id: string,
      disabled: boolean,
      accountId?: string,
      also?: InSameTransaction<KeyRecord>,
    ): Promise<KeyRecord> {
      const write = async (tx: Queries) => {
        const row = await rows.setDisabled(tx, id, disabled, accountId);
        if (row !== null && row.revokedAt !== null) throw revokedKey(id);
        return row;
      };
      return await change(id, write, also);
    },

    async revoke(id: string, accountId?: string, also?: InSameTransaction<KeyRecord>): Promise<KeyRecord> {
      return await change(id, (tx) => rows.revoke(tx, id, accountId), also);
    },

    /** Null goes back to the default. */
    async setLimits(
      id: string,
      limits: { burst: number | null; rate: number | null },
      accountId?: string,
      also?: InSameTransaction<KeyRecord>,
    ) {
      for (const [name, value] of Object.entries(limits)) {
        if (value !== null && !(Number.isInteger(value) && value >= 1 && value <= 1_000_000)) {
          throw invalid(`${name} must be a whole number from 1 to 1000000, or left out for the default.`);
        }
      }
      return await change(id, (tx) => rows.setLimits(tx, id, limits, accountId), also);
    },

    /** `connection` is whatever lives as long as the caller stays connected. */
    check(text: string | undefined, connection?: object): KeyCheck | Promise<KeyCheck> {
      if (text === undefined || text === '') return missing;
      if (!hasKeyForm(text)) return malformed;
      const hash = hashOf(text, connection);
      // One that memory has was well formed when it came there: the checksum is for the others.
      if (!cache.has(hash) && !isWellFormed(text)) return malformed;
      const found = cache.get(hash);
      return found instanceof Promise ? found.then((check) => check ?? unknown) : (found ?? unknown);
    },

    async [Symbol.asyncDispose]() {
      cache[Symbol.dispose]();
      await uses[Symbol.asyncDispose]();
    },
  };
}

const unknownKey = (id: string) => notFound(`There is no key ${id}; "key list" shows those there are.`);
const revokedKey = (id: string) => conflict(`Key ${id} is revoked; that cannot be undone. Create a new one.`);

function judge(key: KeyRecord): KeyCheck {
  if (key.revokedAt !== null) return { outcome: 'revoked' };
  if (key.disabledAt !== null) return { outcome: 'disabled' };
  return { outcome: 'good', key, bucket: bucketOf(key), rule: ruleOf(key) };
}

const checkName = (name: string): string => plainName('The key’s name', name, 120);

const checkAvatarIds = (ids: readonly number[] | null) =>
  ids === null ? null : checkList('avatars', [...new Set(ids)]);

const checkOrigins = (origins: readonly string[] | null) =>
  origins === null ? null : checkList('origins', [...new Set(origins.map(webOrigin))]);

function checkPermissions(names: readonly string[]): Permission[] {
  const unknown = names.find((name) => !isPermission(name));
  if (unknown !== undefined) {
    throw invalid(`"${unknown}" is not a permission. There are: ${permissionScopes.join(', ')}.`);
  }
  if (names.length === 0)
    throw invalid(`A key needs at least one permission of: ${permissionScopes.join(', ')}.`);
  return [...new Set(names.filter(isPermission))];
}

function checkList<T>(what: string, values: readonly T[]): readonly T[] {
  if (values.length === 0)
    throw invalid(`A list of ${what} must name at least one; give no list to allow all.`);
  if (values.length > maxListed) throw invalid(`A key can list at most ${maxListed} ${what}.`);
  return values;
}
