import { join } from 'node:path';
import postgres from 'postgres';
import { arrayTypes } from './array-types.ts';
import { beginAgain, beginSafely } from './begin.ts';
import { DatabaseUnreachable } from './errors.ts';
import { defaultWaitMs, guardPool, type PoolState } from './pool-guard.ts';

export type Sql = postgres.Sql;
/** A connection or a transaction: anything that can run statements. */
export type Queries = postgres.ISql;
/** A piece of a statement. */
export type Fragment = postgres.Fragment;

export interface ConnectOptions {
  /** `postgres://user:password@host:port/database`; `?host=/folder` names a Unix socket, as in libpq. */
  url: string;
  max?: number;
  applicationName?: string;
  /** Its connections are never replaced, because something such as a lock is bound to them. */
  isPersistent?: boolean;
  /** How long a statement waits for a connection. */
  waitMs?: number;
  /** For work that may take as long as it needs, such as migrations. */
  isPatient?: boolean;
  /** PostgreSQL settings for these connections. */
  parameters?: Readonly<Record<string, string>>;
  onnotice?: (notice: postgres.Notice) => void;
  onclose?: () => void;
}

/**
 * How long one statement or transaction may hold up others, in milliseconds. The limit for locks holds for each statement.
 * Retention and erasure work in steps, and each step takes far less than the limit of a statement.
 */
const limits = {
  lock_timeout: 5_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** How the pool of a connected database is doing. */
const states = new WeakMap<Sql, PoolState>();
export const poolStateOf = (sql: Sql): PoolState =>
  states.get(sql) ?? { stuckForMs: () => 0, waiting: () => 0 };

const parseBigint = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} does not fit a number`);
  return value;
};

/** In seconds. A database that has come back is used within one. */
const pauseBeforeReconnect = (failures: number): number =>
  (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, 1);

const bigint = { to: 20, from: [20], serialize: String, parse: parseBigint };

export const connect = ({
  url,
  max = 10,
  applicationName = 'parley',
  isPersistent = false,
  waitMs = defaultWaitMs,
  isPatient = false,
  parameters = {},
  ...handlers
}: ConnectOptions): Sql => {
  const { address, socket } = splitSocket(url);
  try {
    const sql = postgres(address, {
      max,
      connect_timeout: 5,
      backoff: pauseBeforeReconnect,
      connection: { application_name: applicationName, ...(isPatient ? {} : limits), ...parameters },
      types: { bigint, ...arrayTypes(parseBigint) },
      fetch_types: false,
      onnotice: () => {},
      ...handlers,
      ...(isPersistent ? { max_lifetime: null } : {}),
      ...(socket === undefined ? {} : { path: socket }),
    });
    const begin = beginAgain(beginSafely(sql.begin as Parameters<typeof beginSafely>[0]));
    const guarded = guardPool(Object.assign(sql, { begin: begin as Sql['begin'] }), waitMs);
    states.set(guarded.sql, guarded.state);
    return guarded.sql;
  } catch {
    // The original error contains the whole URL with its password.
    throw new DatabaseUnreachable(
      'The address of the database is not a URL such as postgres://user:password@host/name',
    );
  }
};

const splitSocket = (url: string): { address: string; socket?: string } => {
  const parsed = URL.parse(url);
  const folder = parsed?.searchParams.get('host');
  if (!parsed || !folder?.startsWith('/')) return { address: url };
  parsed.searchParams.delete('host');
  return { address: parsed.href, socket: join(folder, `.s.PGSQL.${parsed.port || 5432}`) };
};
