import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { errorCode } from '../kernel/index.ts';
import { UsageError } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};

/** Runs `use` on a file that a flag names. An error of the system becomes one sentence. */
export async function withFile<T>(file: string, what: 'read' | 'write', use: () => Promise<T>): Promise<T> {
  try {
    if (what === 'read') await checkReadable(file);
    return await use();
  } catch (error) {
    const reason = reasons[String(errorCode(error))];
    if (reason === undefined) throw error;
    throw new UsageError(`Could not ${what} the file ${file}: ${reason}.`);
  }
}

/** Some calls open a folder as if it were a file, or fail only later. */
async function checkReadable(file: string): Promise<void> {
  if ((await stat(file)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  await access(file, constants.R_OK);
}
