import { performance } from 'node:perf_hooks';
import type postgres from 'postgres';
import { InsideTransaction, isInsideTransaction, mustBeOutsideTransaction } from '../../kernel/index.ts';

import { PoolTimeout } from './errors.ts';

/** The fields of the driver's queries that the guard uses. `state` is null until a connection executes the query. */
type Query = {
  handler: Handler;
  readonly canceller: ((query: Query) => unknown) | null;
  readonly state: unknown;
  strings: readonly string[];
  args: readonly unknown[];
  tagged: boolean;
  options: object;
  reject(error: unknown): void;
};
type Handler = ((query: Query) => void) & { debug?: unknown };
type Waiting = { readonly query: Query; readonly sinceMs: number };

const poolInTransaction = 'a statement on the pool';

/** Longer than a statement waits for a lock, so that a row that is locked for too long does not fill the pool. */
export const defaultWaitMs = 10_000;

export type PoolState = {
  /** For how long nothing has got a connection, although something waits for one. 0 if nothing waits in vain. */
  stuckForMs(): number;
  /** How many statements wait for a connection. */
  waiting(): number;
};

/**
 * Guards a pool in two ways. A statement inside a transaction fails at once: if every connection belongs to a
 * transaction that waits for another connection, none of them ever ends. And a statement that gets no connection
 * within the limit fails with `PoolTimeout`.
 */
export function guardPool(sql: postgres.Sql, waitMs: number): { sql: postgres.Sql; state: PoolState } {
  const waits = new Waits(waitMs);
  const handlers = new WeakMap<Handler, Handler>();

  const guardedHandler = (handler: Handler): Handler => {
    const known = handlers.get(handler);
    if (known !== undefined) return known;
    const guarded: Handler = (query) => {
      if (isInsideTransaction()) return query.reject(new InsideTransaction(poolInTransaction));
      handler(query);
      if (query.state === null) waits.add(query);
      else waits.served();
    };
    guarded.debug = handler.debug;
    handlers.set(handler, guarded);
    return guarded;
  };
  /** A piece of a statement is never executed itself, so the check happens when the driver executes a query. */
  const guard = <T>(made: T): T => {
    const query = made as Partial<Query>;
    if (query.handler !== undefined) query.handler = guardedHandler(query.handler);
    return made;
  };

  // The driver's own `begin` uses this `unsafe`, too.
  const { unsafe, reserve } = sql;
  const guardedUnsafe = (...given: Parameters<typeof unsafe>) => guard(unsafe(...given));
  const guardedReserve = async () => {
    mustBeOutsideTransaction(poolInTransaction);
    return await waits.limit(reserve());
  };
  Object.assign(sql, { unsafe: guardedUnsafe, reserve: guardedReserve });
  const tag = (first: TemplateStringsArray, ...rest: never[]) => guard(sql(first, ...rest));
  const guarded = Object.defineProperties(
    tag,
    Object.getOwnPropertyDescriptors(sql),
  ) as unknown as postgres.Sql;
  return { sql: guarded, state: waits };
}

/** The statements that have no connection yet. */
class Waits implements PoolState {
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | null = null;
  #servedAtMs = performance.now();
  #isStuck = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  served(): void {
    this.#isStuck = false;
    this.#servedAtMs = performance.now();
  }

  stuckForMs(): number {
    return this.#isStuck ? performance.now() - this.#servedAtMs : 0;
  }

  waiting(): number {
    let count = 0;
    for (const { query } of this.#waiting) if (query.state === null) count += 1;
    return count;
  }

  add(query: Query): void {
    const waiting = { query, sinceMs: performance.now() };
    const { reject } = query;
    query.reject = (error) => {
      this.#waiting.delete(waiting);
      reject(error);
    };
    this.#waiting.add(waiting);
    this.#timer ??= setInterval(() => this.#look(), Math.max(1, this.#waitMs / 20)).unref();
  }

  async limit(reserving: Promise<postgres.ReservedSql>): Promise<postgres.ReservedSql> {
    const timedOut = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#isStuck ||= performance.now() - this.#servedAtMs >= this.#waitMs;
      timedOut.reject(new PoolTimeout(this.#waitMs));
      reserving.then(
        (late) => late.release(),
        () => {},
      );
    }, this.#waitMs);
    try {
      const reserved = await Promise.race([reserving, timedOut.promise]);
      this.served();
      return reserved;
    } finally {
      clearTimeout(timer);
    }
  }

  #look(): void {
    const nowMs = performance.now();
    for (const waiting of this.#waiting) {
      if (waiting.query.state !== null) {
        this.served();
        this.#waiting.delete(waiting);
      } else if (nowMs - waiting.sinceMs >= this.#waitMs) {
        this.#isStuck ||= this.#servedAtMs <= waiting.sinceMs;
        giveUp(waiting.query, this.#waitMs);
      }
    }
    if (this.#waiting.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/**
 * Takes a query out of the driver's queue. A connection that is just being opened for this query would execute it
 * later, although its caller has already been told that it failed. So its text is replaced by one that does nothing.
 */
function giveUp(query: Query, waitMs: number): void {
  query.reject(new PoolTimeout(waitMs));
  query.canceller?.(query);
  Object.assign(query, {
    cancelled: null,
    strings: ['select 1'],
    args: [],
    tagged: false,
    options: { simple: true, prepare: false },
  });
}
