import { join } from 'node:path';
import postgres from 'postgres';
import { arrayTypes } from './array-types.ts';
import { beginSafely } from './begin.ts';
import { DatabaseUnreachable } from './unreachable.ts';

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
  /** PostgreSQL settings for these connections. */
  parameters?: Readonly<Record<string, string>>;
  onnotice?: (notice: postgres.Notice) => void;
  onclose?: () => void;
}

const parseBigint = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} does not fit a number`);
  return value;
};

const bigint = { to: 20, from: [20], serialize: String, parse: parseBigint };

export const connect = ({
  url,
  max = 10,
  applicationName = 'parley',
  isPersistent = false,
  parameters = {},
  ...handlers
}: ConnectOptions): Sql => {
  const { address, socket } = splitSocket(url);
  try {
    const sql = postgres(address, {
      max,
      connect_timeout: 5,
      connection: { application_name: applicationName, ...parameters },
      types: { bigint, ...arrayTypes(parseBigint) },
      fetch_types: false,
      onnotice: () => {},
      ...handlers,
      ...(isPersistent ? { max_lifetime: null } : {}),
      ...(socket === undefined ? {} : { path: socket }),
    });
    const begin = beginSafely(sql.begin as Parameters<typeof beginSafely>[0]);
    return Object.assign(sql, { begin: begin as Sql['begin'] });
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
