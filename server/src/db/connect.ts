import postgres from 'postgres';

export type Sql = postgres.Sql;
/** A connection or a transaction: what a statement needs to know. */
export type Queries = postgres.ISql;

export interface ConnectOptions {
  /** `postgres://user:password@host:port/database`; `?host=/folder` names a unix socket, as in libpq. */
  url: string;
  max?: number;
  applicationName?: string;
  onnotice?: (notice: postgres.Notice) => void;
  onclose?: () => void;
}

const parseBigint = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} does not fit a number`);
  return value;
};

const bigint = { to: 20, from: [20], serialize: String, parse: parseBigint };

export const connect = ({ url, max = 10, applicationName = 'parley', ...handlers }: ConnectOptions): Sql => {
  const { address, socketFolder } = splitSocketFolder(url);
  return postgres(address, {
    max,
    connect_timeout: 5,
    connection: { application_name: applicationName },
    types: { bigint },
    onnotice: () => {},
    ...handlers,
    ...(socketFolder === undefined ? {} : { host: socketFolder }),
  });
};

const splitSocketFolder = (url: string): { address: string; socketFolder?: string } => {
  const parsed = new URL(url);
  const host = parsed.searchParams.get('host');
  if (!host?.startsWith('/')) return { address: url };
  parsed.searchParams.delete('host');
  return { address: parsed.href, socketFolder: host };
};
