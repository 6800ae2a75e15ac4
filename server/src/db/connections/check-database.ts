import { withinMs } from '../../kernel/index.ts';
import type { Sql } from './connect.ts';
import { DatabaseUnreachable } from './errors.ts';

const oldestMajor = 15;

const field = (value: unknown, key: string): string => {
  if (typeof value !== 'object' || value === null || !(key in value)) return '';
  return String(value[key as keyof typeof value] ?? '');
};

const address = ({ options: { path, host, port } }: Sql): string =>
  path
    ? String(path)
    : [host]
        .flat()
        .map((name, index) => `${name}:${[port].flat()[index] ?? ''}`)
        .join(', ');

const reasons: Record<string, (sql: Sql) => string> = {
  ECONNREFUSED: () => 'nothing listens there (ECONNREFUSED)',
  ENOTFOUND: () => 'the host name is unknown (ENOTFOUND)',
  EAI_AGAIN: () => 'DNS did not answer for the host name (EAI_AGAIN)',
  ENOENT: () => 'there is no such socket (ENOENT)',
  EHOSTUNREACH: () => 'there is no route to that host (EHOSTUNREACH)',
  CONNECT_TIMEOUT: () => 'no answer in time (CONNECT_TIMEOUT)',
  '28P01': ({ options }) => `the password for user "${options.user}" was refused`,
  '28000': ({ options }) => `user "${options.user}" was refused`,
  '3D000': ({ options }) => `database "${options.database}" does not exist`,
  '53300': () => 'it has too many clients already',
  '57P03': () => 'it is starting up or shutting down',
};

const reason = (sql: Sql, error: unknown): string => {
  const code = field(error, 'code');
  const known = reasons[code]?.(sql);
  if (known !== undefined) return known;
  const text = field(error, 'message').replaceAll(/\s+/g, ' ');
  const { pass } = sql.options as { pass?: unknown };
  const safe = typeof pass === 'string' && pass !== '' ? text.replaceAll(pass, '***') : text;
  return code === '' || safe.includes(code) ? safe : `${safe} (${code})`;
};

const readVersion = (sql: Sql): Promise<number> =>
  sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`.then(
    ([row]) => row?.version ?? 0,
    (error: unknown) => {
      throw new DatabaseUnreachable(
        `Could not connect to the database at ${address(sql)}: ${reason(sql, error)}.`,
      );
    },
  );

/** Checks that the database answers and is new enough. Otherwise the error says in one line why it cannot be used. */
export const checkDatabase = async (sql: Sql, { limitMs = 6000 } = {}): Promise<void> => {
  // If a server closes the connection without an answer, the driver reconnects forever and reports nothing.
  const late = () =>
    new DatabaseUnreachable(
      `Could not connect to the database at ${address(sql)}: no PostgreSQL server answered within ${limitMs / 1000} s.`,
    );
  const version = await withinMs(readVersion(sql), limitMs, { late });
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor) {
    throw new DatabaseUnreachable(
      `The database at ${address(sql)} is PostgreSQL ${major}. Parley needs ${oldestMajor} or newer.`,
    );
  }
};
