import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from '../../db/index.ts';
import { isAlive, waitFor } from '../../processes/index.ts';
import { pollOptions } from '../deadlines.ts';

export type EmbeddedDatabase = AsyncDisposable & {
  readonly sql: Sql;
  /** SIGINT stops it cleanly, SIGKILL does not. Resolves when it has ended. */
  kill(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Resolves when it answers again, after its service has restarted it. */
  isBack(): Promise<void>;
};

/** A running service's database, over a separate connection. */
export const embeddedDatabase = async (dataDir: string): Promise<EmbeddedDatabase> => {
  const [, , , port, socketFolder] = await postmaster(dataDir);
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const host = encodeURIComponent(socketFolder ?? '');
  const url = `postgres://parley:${password}@localhost:${port}/parley?host=${host}`;
  const sql = connect({ url, max: 4, applicationName: 'parley-test' });
  return {
    sql,
    async kill(signal) {
      const pid = Number((await postmaster(dataDir))[0]);
      process.kill(pid, signal);
      const gone = await waitFor(() => !isAlive(pid) || undefined, pollOptions);
      if (!gone) throw new Error('the database did not end');
    },
    async isBack() {
      const answers = () =>
        sql`select 1`.then(
          () => true,
          () => undefined,
        );
      if (!(await waitFor(answers, pollOptions))) throw new Error('the database did not come back');
    },
    [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }),
  };
};

/** The process id of the database in a data folder. */
export const postmasterPid = async (dataDir: string): Promise<number> =>
  Number((await postmaster(dataDir))[0]);

async function postmaster(dataDir: string): Promise<string[]> {
  for await (const file of glob('**/postmaster.pid', { cwd: dataDir }))
    return (await readFile(join(dataDir, file), 'utf8')).split('\n');
  throw new Error(`no database runs in ${dataDir}`);
}
