import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeProgram, killAll, processesIn } from '../../processes/index.ts';
import type { Binaries } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { EmbeddedFailure } from './failure.ts';
import { databaseName, userName } from './settings.ts';
import { giveOwnership } from './system-user.ts';

/**
 * Creates the cluster once. It is created under another name and then renamed, so a first start that was killed
 * halfway leaves nothing that looks like a cluster.
 */
export const initialise = async (
  location: ClusterLocation,
  binaries: Binaries,
  { password, durable }: { password: string; durable: boolean },
): Promise<void> => {
  await clearUnfinished(location.base);
  const unfinished = join(location.base, `unfinished-${randomUUID()}`);
  const passwordFile = `${unfinished}.password`;
  const { systemUser } = location;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    await Promise.all([giveOwnership(unfinished, systemUser), giveOwnership(passwordFile, systemUser)]);
    const options = { cwd: unfinished, ...(systemUser && { uid: systemUser.uid, gid: systemUser.gid }) };
    await completeProgram(binaries.initdb, initdbArguments(unfinished, passwordFile, durable), options);
    await createDatabase(binaries, unfinished, options);
    await rename(unfinished, location.cluster);
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    const text = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new EmbeddedFailure(`Could not create the database in ${location.base}: ${text}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
};

const clearUnfinished = async (base: string): Promise<void> => {
  const left = (await readdir(base)).filter((name) => name.startsWith('unfinished-'));
  for (const path of left.map((name) => join(base, name))) {
    await killProcessesOf(path);
    await rm(path, { recursive: true, force: true });
  }
};

/**
 * initdb outlives a start that was killed, and would continue to write while its folder is deleted. It may start
 * another process just as it is killed, so one check is not enough.
 */
const killProcessesOf = async (folder: string): Promise<void> => {
  const running = () => [...processesIn(folder, 'initdb'), ...processesIn(folder, 'postgres')];
  for (let found = running(); found.length > 0; found = running()) await killAll(found);
};

// The builtin provider needs no system locale and sorts the same on every machine.
const initdbArguments = (folder: string, passwordFile: string, durable: boolean): string[] => [
  `--pgdata=${folder}`,
  `--username=${userName}`,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
];

const createDatabase = async (
  { postgres }: Binaries,
  folder: string,
  options: { cwd: string; uid?: number; gid?: number },
): Promise<void> => {
  const input = `create database ${databaseName};\n`;
  await completeProgram(postgres, ['--single', '-D', folder, 'postgres'], { ...options, input });
};

const readMajor = (cluster: string): Promise<string | undefined> =>
  readFile(join(cluster, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      if (error.code !== 'EACCES') throw error;
      throw new EmbeddedFailure(
        `The database in ${cluster} belongs to another user. Start Parley as that user or as root, ` +
          'or set DATA_DIR to another folder.',
      );
    },
  );

export const isInitialised = async (
  { cluster }: ClusterLocation,
  { version }: Binaries,
): Promise<boolean> => {
  const made = await readMajor(cluster);
  if (made === undefined) return false;
  const major = version.split('.')[0];
  if (made !== major) {
    throw new EmbeddedFailure(
      `The database in ${cluster} was created by PostgreSQL ${made}, but this version of Parley has ${major}. ` +
        'Dump it with the older version and load it into a new data folder.',
    );
  }
  return true;
};
