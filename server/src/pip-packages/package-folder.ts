import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PinnedPackage } from './pinned-package.ts';

/** Written last into a package's folder: which files belong to it, and their sizes. */
export const installedFile = 'installed.json';

export type PackagePaths = {
  /** The folder for everything of this package. */
  readonly base: string;
  /** The files of the pinned version. */
  readonly files: string;
  readonly lock: string;
  readonly problem: string;
};

export function packagePaths(folder: string, wanted: PinnedPackage): PackagePaths {
  const base = join(folder, wanted.folder);
  return {
    base,
    files: join(base, wanted.version),
    lock: join(base, 'installing.pid'),
    problem: join(base, 'problem.json'),
  };
}

/** The folder with the package's files; null if it is not installed or incomplete. */
export function installedFolder(folder: string, wanted: PinnedPackage): string | null {
  const { files } = packagePaths(folder, wanted);
  const list = readJson<Record<string, number>>(join(files, installedFile));
  if (list === null) return null;
  return Object.entries(list).every(([name, bytes]) => sizeOf(join(files, name)) === bytes) ? files : null;
}

export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

export function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}
