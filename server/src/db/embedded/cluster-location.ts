import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedFailure } from './failure.ts';
import { canReach, canTraverse, databaseUser, giveOwnership, type SystemUser } from './system-user.ts';

/** Root uses this folder when the unprivileged user cannot reach the data folder. */
export const defaultSharedFolder = '/var/lib/parley';

export const makeSharedFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
};

/** Where the files of one embedded server are, and which system user it runs as. */
export interface ClusterLocation {
  systemUser: SystemUser | undefined;
  /** Contains cluster/ and, if its path is short enough, run/ with the socket. */
  base: string;
  cluster: string;
  socketFolder: string;
  logFile: string;
}

const longestSocketFolder = 85;
const shortName = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16);

const recordFile = (folder: string): string => join(folder, 'postgres.place');

const recordedBase = (folder: string): Promise<string | undefined> =>
  readFile(recordFile(folder), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

/** The folder with the server's files, or where they would be looked for first. */
export const findBase = async (folder: string): Promise<string> =>
  (await recordedBase(folder)) ?? join(folder, 'postgres');

export const chooseLocation = async (
  folder: string,
  sharedFolder: string,
  onProgress: (text: string) => void,
): Promise<ClusterLocation> => {
  const record = recordFile(folder);
  const recorded = await recordedBase(folder);
  const inside = join(folder, 'postgres');
  let base = recorded ?? inside;
  const systemUser = await databaseUser(join(base, 'cluster'));
  if (recorded !== undefined && !existsSync(recorded)) {
    throw new EmbeddedFailure(
      `The database of ${folder} should be in ${recorded}, but that folder does not exist. ` +
        `Restore it, or delete ${record} to start with an empty database.`,
    );
  }
  if (systemUser !== undefined && recorded === undefined) {
    await allowTraversal(folder, systemUser);
    if (!(await canReach(join(inside, 'cluster'), systemUser))) {
      refuseToMove(join(inside, 'cluster'), systemUser);
      base = join(sharedFolder, shortName(folder));
      await makeSharedFolder(sharedFolder);
      onProgress(
        `PostgreSQL runs as "${systemUser.name}", who cannot reach ${folder}: its files go to ${base}`,
      );
    }
  }
  await mkdir(base, { recursive: true });
  await chmod(base, systemUser === undefined ? 0o700 : 0o711);
  if (base !== inside) await writeFile(record, `${base}\n`, { mode: 0o600 });
  return {
    systemUser,
    base,
    cluster: join(base, 'cluster'),
    socketFolder: await makeSocketFolder(base, systemUser),
    logFile: join(folder, 'postgres.log'),
  };
};

/** An existing database whose folder is no longer accessible must not be replaced by an empty one elsewhere. */
const refuseToMove = (cluster: string, { name }: SystemUser): void => {
  if (!existsSync(cluster)) return;
  throw new EmbeddedFailure(
    `PostgreSQL runs as "${name}", who cannot reach its files in ${cluster}. ` +
      'Let others pass through the folders above it (chmod o+x), or move the data folder.',
  );
};

/** Lets the user traverse our data folder without listing it. Folders above it stay unchanged. */
const allowTraversal = async (folder: string, systemUser: SystemUser): Promise<void> => {
  if (await canTraverse(folder, systemUser)) return;
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o777) | 0o011);
};

export const socketFolderFor = (base: string): string => {
  const inside = join(base, 'run');
  if (Buffer.byteLength(inside) <= longestSocketFolder) return inside;
  const parent = tmpdir().length > longestSocketFolder - 30 ? '/tmp' : tmpdir();
  return join(parent, `parley-${shortName(base)}`);
};

const makeSocketFolder = async (base: string, systemUser: SystemUser | undefined): Promise<string> => {
  const folder = socketFolderFor(base);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const { uid } = await stat(folder);
  if (uid !== process.getuid?.() && uid !== systemUser?.uid) {
    throw new EmbeddedFailure(
      `${folder} belongs to another user (${uid}): delete it, or set DATA_DIR to another`,
    );
  }
  await giveOwnership(folder, systemUser);
  return folder;
};
