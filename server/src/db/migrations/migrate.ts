import postgres from 'postgres';
import { sleep } from '../../kernel/index.ts';
import type { Sql } from '../connections/connect.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';

export class MigrationRefused extends Error {
  override name = 'MigrationRefused';
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

const lockKey = 7_281_993_401;
/** How long a migration waits for a table. Meanwhile all other statements on that table wait behind it. */
const lockTimeoutMs = 2_000;
const lockTries = 60;
const lockPauseMs = 500;
const label = (version: number, name: string): string => `${String(version).padStart(6, '0')}_${name}`;

/** Returns the names of the migrations that this call applied. */
export const migrate = async (sql: Sql, folder: string): Promise<string[]> => {
  const files = await readMigrations(folder);
  const done: string[] = [];
  for (;;) {
    const file = await patiently(() => applyNext(sql, files));
    if (file === undefined) return done;
    done.push(label(file.version, file.name));
  }
};

/** An older version may be running and using the tables. A migration gives up its wait for a moment and tries again. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= lockTries || !isLockTimeout(error)) throw error;
      await sleep(lockPauseMs);
    }
  }
};

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (error.cause instanceof Error ? isLockTimeout(error.cause) : 'code' in error && error.code === '55P03');

// Each migration takes the lock and reads the state again, so two processes may take turns.
const applyNext = (sql: Sql, files: MigrationFile[]): Promise<MigrationFile | undefined> =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await tx`
      create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
    const applied = await tx<
      Applied[]
    >`select version, name, checksum from schema_migrations order by version`;
    const next = nextMigration(files, applied);
    if (next === undefined) return undefined;
    await tx`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`;
    await tx
      .unsafe(next.text)
      .simple()
      .catch((error: unknown) => {
        throw describe(error, next);
      });
    await tx`
      insert into schema_migrations (version, name, checksum)
      values (${next.version}, ${next.name}, ${next.checksum})`;
    return next;
  });

const nextMigration = (files: MigrationFile[], applied: Applied[]): MigrationFile | undefined => {
  const known = new Map(files.map((file) => [file.version, file]));
  for (const { version, name, checksum } of applied) {
    const file = known.get(version);
    if (file === undefined) {
      throw new MigrationRefused(
        `The database has migration ${label(version, name)}, which this version of Parley does not have. ` +
          'Start the newer version of Parley that made it, or go back to a backup from before the upgrade.',
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${file.file} was changed after this database had applied it. ` +
          'Restore the file and put the change into a new migration.',
      );
    }
  }
  const last = applied.at(-1)?.version ?? 0;
  const next = files.find((file) => !applied.some(({ version }) => version === file.version));
  if (next !== undefined && next.version < last) {
    throw new MigrationRefused(
      `Migration ${next.file} is new, but the database is already at ${last}. Give it a higher number.`,
    );
  }
  return next;
};

const describe = (error: unknown, { file, text }: MigrationFile): unknown => {
  if (!(error instanceof postgres.PostgresError)) return error;
  const position = Number(error.position);
  const line = position > 0 ? `:${text.slice(0, position).split('\n').length}` : '';
  return new Error(`Migration ${file}${line} failed: ${error.message}`, { cause: error });
};
