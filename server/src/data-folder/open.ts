import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../kernel/index.ts';
import { releaseLock, takeLock } from './lock.ts';
import { newRecord, recordFile, replaceRecord, type ServiceRecord, type ServiceState } from './record.ts';

export interface DataFolder extends AsyncDisposable {
  path: string;
  setState(state: ServiceState, details?: Pick<ServiceRecord, 'url' | 'voiceFolder'>): Promise<void>;
}

/** The data folder cannot be created or written. The message says why and what to change. */
export class DataFolderUnusable extends Error {
  override name = 'DataFolderUnusable';
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'the system does not allow a folder there',
};

const unusable = (path: string, cause: unknown): unknown => {
  const reason = reasons[String(errorCode(cause))];
  if (reason === undefined) return cause;
  return new DataFolderUnusable(
    `Could not use the data folder ${path}: ${reason}. Set DATA_DIR to another folder.`,
    {
      cause,
    },
  );
};

/** Creates the folder if it is missing, and locks it until disposal. A second service gets AlreadyRunning. */
export const openDataFolder = async (wanted: string): Promise<DataFolder> => {
  let record = newRecord();
  const path = await prepare(wanted).catch((error: unknown) => {
    throw unusable(wanted, error);
  });
  const file = recordFile(path);
  await takeLock(file, record).catch((error: unknown) => {
    throw unusable(path, error);
  });
  return {
    path,
    setState: async (state, details) => {
      record = { ...record, ...details, state };
      await replaceRecord(file, record);
    },
    [Symbol.asyncDispose]: () => releaseLock(file, record),
  };
};

const prepare = async (wanted: string): Promise<string> => {
  await makeFolder(wanted);
  return realpath(wanted);
};

/**
 * Not `mkdir` with `recursive`: Node never ends if the system answers ENOENT for a folder whose parent exists, as in
 * /proc.
 */
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || parent === path || (await exists(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
};

const exists = async (path: string): Promise<boolean> =>
  await stat(path).then(
    () => true,
    () => false,
  );
