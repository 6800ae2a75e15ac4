import { mkdir, realpath } from 'node:fs/promises';
import { releaseLock, takeLock } from './lock.ts';
import { newRecord, recordFile, replaceRecord, type ServiceState } from './record.ts';

export interface DataFolder extends AsyncDisposable {
  path: string;
  setState(state: ServiceState, details?: { url?: string }): Promise<void>;
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
};

const unusable = (path: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasons[code];
  if (reason === undefined) return cause;
  return new DataFolderUnusable(
    `Cannot use the data folder ${path}: ${reason}. Set DATA_DIR to another one.`,
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
    setState: async (state, { url } = {}) => {
      record = { ...record, state, url: url ?? record.url };
      await replaceRecord(file, record);
    },
    [Symbol.asyncDispose]: () => releaseLock(file, record),
  };
};

const prepare = async (wanted: string): Promise<string> => {
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  return realpath(wanted);
};
