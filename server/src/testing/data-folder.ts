import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startEmbedded } from '../db/index.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const variable = 'PARLEY_TEST_SEED';

/** Makes an empty database once for the whole run: initdb takes a second, a copy of its result a twentieth of that. */
export const makeSeed = async (): Promise<AsyncDisposable> => {
  const seed = await temporaryFolder('seed');
  const server = await startEmbedded({ folder: seed.path, durable: false });
  await server.stop();
  process.env[variable] = seed.path;
  return seed;
};

/** A data folder in which the embedded database has already been created. */
export const seededDataFolder = async (label = 'data'): Promise<TemporaryFolder> => {
  const folder = await temporaryFolder(label);
  const seed = process.env[variable];
  // Not fs.cp, which would make this user the owner of every file: under root, the database belongs to another user.
  if (seed !== undefined) await run('cp', ['-a', `${seed}/.`, folder.path]);
  return folder;
};
