import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Sql } from '../../db/index.ts';

const changes = /^(INSERT|UPDATE|DELETE|MERGE)$/;
const takenBack = Symbol('taken back');

/**
 * The service's own connections for the sign-in library. Its usual dialect takes one out of the pool for each
 * statement. A connection that is cut meanwhile is put back nevertheless, and its next use ends the process.
 */
export const libraryDatabase = (sql: Sql): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PoolDriver(sql),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

class PoolDriver implements Driver {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  // The pool belongs to the service.
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(this.#sql);
  }

  beginTransaction(connection: PoolConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: PoolConnection): Promise<void> {
    return connection.end(true);
  }

  rollbackTransaction(connection: PoolConnection): Promise<void> {
    return connection.end(false);
  }
}

type Queries = Pick<Sql, 'unsafe'>;
type Transaction = { readonly over: Promise<void>; readonly end: PromiseWithResolvers<void> };

class PoolConnection implements DatabaseConnection {
  readonly #sql: Sql;
  #queries: Queries;
  #transaction: Transaction | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#queries = sql;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#queries.unsafe(text, [...parameters] as never[], { prepare: true });
    const rows = [...result] as R[];
    if (!changes.test(result.command)) return { rows };
    return { rows, numAffectedRows: BigInt(result.count) };
  }

  // biome-ignore lint/correctness/useYield: it only throws
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the sign-in library reads no streams');
  }

  async begin(): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const over = this.#sql
      .begin(async (tx) => {
        this.#queries = tx;
        begun.resolve();
        await end.promise;
      })
      .then(() => {});
    over.catch(begun.reject);
    this.#transaction = { over, end };
    await begun.promise;
  }

  async end(keep: boolean): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = null;
    this.#queries = this.#sql;
    if (keep) transaction?.end.resolve();
    else transaction?.end.reject(takenBack);
    await transaction?.over.catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
  }
}
