import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../db/index.ts';

export interface TestDatabase extends AsyncDisposable {
  sql: Sql;
  url: string;
}

export interface TestDatabaseOptions {
  /** false: a database without any table. */
  migrated?: boolean;
  max?: number;
}

const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
};

/** A fresh database for one test file. Disposing of it drops it. */
export const testDatabase = async ({
  migrated = true,
  max = 10,
}: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const { url: clusterUrl, template } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = connect({ url: clusterUrl, max: 1, isPatient: true, applicationName: 'parley-test' });
  // Copying files takes a fraction of what writing every page through the log takes.
  await admin.unsafe(
    `create database ${name} template ${migrated ? template : 'template0'} strategy = file_copy`,
  );
  const url = withDatabase(clusterUrl, name);
  const sql = connect({ url, max, applicationName: 'parley-test' });
  return {
    sql,
    url,
    [Symbol.asyncDispose]: async () => {
      await sql.end({ timeout: 1 });
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};
