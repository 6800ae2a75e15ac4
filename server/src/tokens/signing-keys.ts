import { auditChange, type Change } from '../audit/index.ts';
import { openSharedValue, type Topics } from '../bus/index.ts';
import type { Queries, Sql } from '../db/index.ts';
import { type Clock, conflict, type Log, type SealedBox } from '../kernel/index.ts';
import {
  algorithms,
  insertKey,
  readRows,
  type SigningAlgorithm,
  type SigningKey,
  withRetirement,
} from './signing-key-rows.ts';

export type SigningKeys = AsyncDisposable & {
  /** All published keys: the next ones, those that sign, and those that are still accepted. */
  list(): readonly SigningKey[];
  /** The key that signs now. */
  current(algorithm: SigningAlgorithm): SigningKey;
  /**
   * Makes new keys. They are published at once and sign a little later, when all caches of the key set contain them.
   * Returns the time until which the old keys are accepted. With `now` the old keys are deleted at once, and it returns
   * null.
   */
  rotate(change: Change, options: { readonly now: boolean }): Promise<number | null>;
};

export type SigningKeysDeps = {
  readonly sql: Sql;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly log: Log;
};

/** Longer than the key set may be cached, and than a process may take to read the new keys if a message is lost. */
export const publishedAheadMs = 10 * 60_000;

/** The signing keys while the service runs. */
export async function createSigningKeys(deps: SigningKeysDeps): Promise<SigningKeys> {
  const { sql, box, clock, topics, log } = deps;
  await loadSigningKeys(sql, box);
  const shared = await openSharedValue({
    topic: 'signing-keys',
    topics,
    read: () => readKeys(sql, box),
    onError: (error) => log.warn({ err: error }, 'could not read the signing keys again'),
  });
  const isOver = ({ retiresAtMs }: SigningKey): boolean => retiresAtMs !== null && retiresAtMs <= clock.now();

  return {
    list: () => shared.get().filter((key) => !isOver(key)),
    current(algorithm) {
      const nowMs = clock.now();
      const mine = shared.get().filter((key) => key.algorithm === algorithm);
      // If the clock was set back to a time before all keys, the oldest one signs.
      const key = mine.find(({ signsFromMs }) => signsFromMs <= nowMs) ?? mine.at(-1);
      if (key === undefined) throw new Error(`there is no signing key for ${algorithm}`);
      return key;
    },
    async rotate(change, { now }) {
      const { tx } = change;
      const nowMs = clock.now();
      const signsFromMs = nowMs + (now ? 0 : publishedAheadMs);
      if (!(await tryLockKeys(tx)))
        throw conflict('The signing keys are being rotated right now. Try again in a moment.');
      if (now) await tx`delete from signing_keys`;
      else await deleteUnused(tx, box, nowMs);
      for (const algorithm of algorithms) await insertKey(tx, box, algorithm, signsFromMs);
      const after = await readKeys(tx, box);
      await auditChange(change, {
        accountId: null,
        action: 'secrets.rotate',
        target: { kind: 'secret', id: 'signing-keys' },
        details: { now },
      });
      change.afterCommit(() => shared.replace(after));
      return now ? null : Math.max(...after.map(({ retiresAtMs }) => retiresAtMs ?? 0));
    },
    [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose](),
  };
}

/**
 * The service's signing keys. They are made at the first start and sealed in the database, so that all processes share
 * them.
 */
export async function loadSigningKeys(sql: Sql, box: SealedBox): Promise<readonly SigningKey[]> {
  return await sql.begin(async (tx) => {
    // Two processes that start at once must not both make a first key.
    await lockKeys(tx);
    const present = await readRows(tx);
    const missing = algorithms.filter((wanted) => !present.some(({ algorithm }) => algorithm === wanted));
    for (const algorithm of missing) await insertKey(tx, box, algorithm, 0);
    return await readKeys(tx, box);
  });
}

/** A next key that has signed nothing yet is replaced by the new one. Keys that no token needs any more are deleted. */
async function deleteUnused(tx: Queries, box: SealedBox, nowMs: number): Promise<void> {
  const unused = (await readKeys(tx, box)).filter(
    ({ signsFromMs, retiresAtMs }) => signsFromMs > nowMs || (retiresAtMs !== null && retiresAtMs <= nowMs),
  );
  await tx`delete from signing_keys where id = any(${unused.map(({ id }) => id)}::text[])`;
}

const lockKeys = (tx: Queries) => tx`select pg_advisory_xact_lock(hashtext('signing-keys'))`;

/** Making keys takes a while, so a second rotation is refused instead of holding a connection meanwhile. */
async function tryLockKeys(tx: Queries): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('signing-keys')) as held`;
  return row?.held ?? false;
}

const readKeys = async (sql: Queries, box: SealedBox): Promise<readonly SigningKey[]> =>
  withRetirement(await readRows(sql), box);
