import { isDeepStrictEqual } from 'node:util';
import { isPermission, type Permission, permissionScopes } from '@parley/protocol';
import { auditChange, type Change } from '../audit/index.ts';
import { createSharedCache, type RateRule, type Topics } from '../bus/index.ts';
import type { Listed, Queries, Sql, TimePage } from '../db/index.ts';
import {
  type Clock,
  conflict,
  invalid,
  type Log,
  mustBeVersion,
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
  /** Null or left out: all of them. */
  readonly avatarIds?: readonly number[] | null;
  readonly origins?: readonly string[] | null;
};

/** Fields that are left out stay as they are. */
export type KeyChange = Partial<KeyInput>;

export type KeyCheck =
  | { readonly outcome: 'missing' | 'malformed' | 'unknown' | 'revoked' | 'disabled' | 'too-many' }
  /** With the bucket in which its requests are counted, and the rule for that. */
  | { readonly outcome: 'good'; readonly key: KeyRecord; readonly bucket: string; readonly rule: RateRule };

/** Reads a key that is not in memory, or answers `too-many`. */
export type KeyLookUp = (hash: string, read: () => Promise<KeyCheck>) => Promise<KeyCheck>;

/** What keys need from avatars: whether ids belong to an account. */
export type AvatarOwnership = {
  mustOwn(accountId: string, ids: readonly number[], queries: Queries): Promise<void>;
};

/** Identifies a key of an account. `version` is the version that the caller has seen; null accepts any version. */
export type KeyRef = {
  readonly accountId: string;
  readonly id: string;
  readonly version?: number | null;
};

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

  /** Writes, adds an entry to the audit log unless nothing changed, and makes every process read the key again. */
  const apply = async (
    change: Change,
    ref: KeyRef,
    action: string,
    write: (before: rows.KeyRow) => Promise<rows.KeyRow>,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<KeyRecord> => {
    const before = await rows.lock(change.tx, ref.accountId, ref.id);
    if (before === null) throw notFound('This key does not exist. Check its id.');
    mustBeVersion(before.version, ref.version);
    const after = await write(before);
    if (after.version === before.version) return rows.recordOf(before);
    const { id, name, accountId } = after;
    await auditChange(change, { accountId, action, target: { kind: 'key', id, name }, details });
    change.afterCommit(() => cache.forget(after.hash.toString('hex')));
    return rows.recordOf(after);
  };

  return {
    cacheCounts: cache.counts,

    /** The only time at which the service shows the key itself. */
    async create(
      change: Change,
      accountId: string,
      input: KeyInput,
    ): Promise<{ record: KeyRecord; key: string }> {
      const name = checkName(input.name);
      const permissions = checkPermissions(input.permissions);
      const avatarIds = checkAvatars(input.avatarIds ?? null);
      const origins = checkOrigins(input.origins ?? null);
      if (avatarIds !== null) await deps.avatars.mustOwn(accountId, avatarIds, change.tx);
      const key = makeKey();
      const row = await rows.insert(change.tx, {
        id: newKeyId(),
        accountId,
        name,
        hash: keyHash(key),
        last4: key.slice(-4),
        permissions,
        avatarIds,
        origins,
      });
      if (row === null) throw notFound('This account does not exist. Check its id.');
      const record = rows.recordOf(row);
      await auditChange(change, {
        accountId,
        action: 'keys.create',
        target: { kind: 'key', id: record.id, name },
        details: { permissions, avatarIds, origins, last4: record.last4 },
      });
      return { record, key };
    },

    /** Newest first. */
    list: (accountId: string, page: TimePage): Promise<Listed<KeyRecord>[]> =>
      rows.list(sql, accountId, page),

    async get(accountId: string, id: string, queries: Queries = sql): Promise<KeyRecord> {
      const row = await rows.read(queries, accountId, id);
      if (row === null) throw notFound('This key does not exist. Check its id.');
      return rows.recordOf(row);
    },

    /** Counts one more request by this key. */
    noteUse: (id: string): void => uses.note(id),
    uses: (ids: readonly string[], queries: Queries = sql): Promise<Map<string, KeyUse>> =>
      uses.read(ids, queries),

    /** Takes effect in every process immediately, like disabling. Tokens that the key has made stay valid. */
    async update(change: Change, ref: KeyRef, input: KeyChange): Promise<KeyRecord> {
      const wanted = {
        ...(input.name === undefined ? {} : { name: checkName(input.name) }),
        ...(input.permissions === undefined ? {} : { permissions: checkPermissions(input.permissions) }),
        ...(input.avatarIds === undefined ? {} : { avatarIds: checkAvatars(input.avatarIds) }),
        ...(input.origins === undefined ? {} : { origins: checkOrigins(input.origins) }),
      };
      if (wanted.avatarIds) await deps.avatars.mustOwn(ref.accountId, wanted.avatarIds, change.tx);
      const write = async (before: rows.KeyRow) => {
        if (before.revokedAt !== null) throw revokedKey();
        return sameFields(before, wanted) ? before : await rows.update(change.tx, ref.id, wanted);
      };
      return await apply(change, ref, 'keys.update', write, wanted);
    },

    setDisabled: (change: Change, ref: KeyRef, disabled: boolean): Promise<KeyRecord> =>
      apply(change, ref, disabled ? 'keys.disable' : 'keys.enable', async (before) => {
        if (before.revokedAt !== null) throw revokedKey();
        if ((before.disabledAt !== null) === disabled) return before;
        return await rows.setDisabled(change.tx, ref.id, disabled);
      }),

    revoke: (change: Change, ref: KeyRef): Promise<KeyRecord> =>
      apply(change, ref, 'keys.revoke', async (before) =>
        before.revokedAt === null ? await rows.revoke(change.tx, ref.id) : before,
      ),

    /** Null goes back to the default. */
    setLimits(
      change: Change,
      ref: KeyRef,
      limits: { burst: number | null; rate: number | null },
    ): Promise<KeyRecord> {
      for (const [name, value] of Object.entries(limits)) {
        if (value !== null && !(Number.isInteger(value) && value >= 1 && value <= 1_000_000)) {
          throw invalid(`${name} must be a whole number from 1 to 1000000, or null for the default.`, name);
        }
      }
      const write = async (before: rows.KeyRow) =>
        before.burst === limits.burst && before.rate === limits.rate
          ? before
          : await rows.setLimits(change.tx, ref.id, limits);
      return apply(change, ref, 'keys.setLimits', write, limits);
    },

    /**
     * `connection` is any object that lives as long as the caller's connection. `lookUp` decides whether a key that
     * was not seen before is read from the database.
     */
    check(
      text: string | undefined,
      connection?: object,
      lookUp: KeyLookUp = (_hash, read) => read(),
    ): KeyCheck | Promise<KeyCheck> {
      if (text === undefined || text === '') return missing;
      if (!hasKeyForm(text)) return malformed;
      const hash = hashOf(text, connection);
      const read = (): KeyCheck | Promise<KeyCheck> => {
        const found = cache.get(hash);
        return found instanceof Promise ? found.then((check) => check ?? unknown) : (found ?? unknown);
      };
      // A key in the cache was well formed when it was added, so only other keys need the checksum.
      if (cache.has(hash) || cache.isAtHand(hash)) return read();
      return isWellFormed(text) ? lookUp(hash, async () => await read()) : malformed;
    },

    async [Symbol.asyncDispose]() {
      cache[Symbol.dispose]();
      await uses[Symbol.asyncDispose]();
    },
  };
}

const revokedKey = () => conflict('This key was revoked, which cannot be undone. Create a new one.');

/** Whether a change would leave a record as it is. */
const sameFields = (record: object, wanted: object): boolean =>
  Object.entries(wanted).every(([name, value]) =>
    isDeepStrictEqual((record as Record<string, unknown>)[name], value),
  );

function judge(key: KeyRecord): KeyCheck {
  if (key.revokedAt !== null) return { outcome: 'revoked' };
  if (key.disabledAt !== null) return { outcome: 'disabled' };
  return { outcome: 'good', key, bucket: bucketOf(key), rule: ruleOf(key) };
}

const checkName = (name: string): string => plainName('The key’s name', name, 120);

function checkPermissions(names: readonly string[]): Permission[] {
  const unknown = names.find((name) => !isPermission(name));
  if (unknown !== undefined) {
    throw invalid(
      `"${unknown}" is not a permission. Choose from: ${permissionScopes.join(', ')}.`,
      'permissions',
    );
  }
  if (names.length === 0)
    throw invalid(`A key needs at least one permission of: ${permissionScopes.join(', ')}.`, 'permissions');
  return [...new Set(names.filter(isPermission))];
}

const checkAvatars = (ids: readonly number[] | null): readonly number[] | null =>
  ids && checkList('avatars', 'avatarIds', [...new Set(ids)]);

const checkOrigins = (origins: readonly string[] | null): readonly string[] | null =>
  origins &&
  checkList('origins', 'origins', [...new Set(origins.map((origin) => webOrigin(origin, 'origins')))]);

function checkList<T>(what: string, field: string, values: readonly T[]): readonly T[] {
  if (values.length === 0)
    throw invalid(`A list of ${what} must name at least one. Give no list to allow all.`, field);
  if (values.length > maxListed) throw invalid(`A key can list at most ${maxListed} ${what}.`, field);
  return values;
}
