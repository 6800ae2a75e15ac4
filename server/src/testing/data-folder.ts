import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect, migrate, startEmbedded } from '../db/index.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const variable = 'PARLEY_TEST_SEED';
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Makes a migrated database once for the whole run: initdb and migrations take seconds, a copy takes very little. */
export const makeSeed = async (): Promise<AsyncDisposable> => {
  const seed = await temporaryFolder('seed');
  const server = await startEmbedded({ folder: seed.path, durable: false });
  const sql = connect({ url: server.url, max: 1 });
  await migrate(sql, migrations);
  await sql.end();
  await server.stop();
  process.env[variable] = seed.path;
  return seed;
};

/** A data folder in which the embedded database has already been created and migrated. */
export const seededDataFolder = async (label = 'data'): Promise<TemporaryFolder> => {
  const folder = await temporaryFolder(label);
  const seed = process.env[variable];
  // Not fs.cp, which would make this user the owner of every file: under root, the database belongs to another user.
  if (seed !== undefined) await run('cp', ['-a', `${seed}/.`, folder.path]);
  return folder;
};
