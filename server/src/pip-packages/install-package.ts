import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFailure, InstallFailure } from './install-failure.ts';
import { takeInstallLock } from './install-lock.ts';
import { installedFolder, packagePaths } from './package-folder.ts';
import { type PinnedPackage, tryAgain } from './pinned-package.ts';
import { watchProgress } from './progress.ts';
import { fetchWheel } from './run-pip.ts';
import { checkWheel, unpackWheel } from './unpack-wheel.ts';

export type InstallOptions = {
  readonly wanted: PinnedPackage;
  /** The folder of all packages. */
  readonly folder: string;
  /** A wheel on this machine. If it is left out, pip fetches the wheel. */
  readonly wheel?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly proxy?: string | undefined;
  readonly signal: AbortSignal;
  onProgress(text: string): void;
};

/** How long to wait for another process that installs. */
const lockLimitMs = 240_000;
const temporary = '.new-';

/** Installs a package if it is missing. Throws an InstallFailure and stores it, to show the reason. */
export async function installPackage(options: InstallOptions): Promise<'installed' | 'already there'> {
  const { folder, wanted } = options;
  const { base, lock, problem } = packagePaths(folder, wanted);
  try {
    await mkdir(base, { recursive: true });
    await using held = await takeInstallLock(lock, lockLimitMs);
    if (installedFolder(folder, wanted) !== null) return 'already there';
    if (held === null) throw new InstallFailure('another process is still installing it', tryAgain(wanted));
    await installLocked(options);
    await rm(problem, { force: true });
    return 'installed';
  } catch (error) {
    const failure = fileFailure(error, folder, tryAgain(wanted));
    if (failure instanceof InstallFailure && !options.signal.aborted) await keepProblem(problem, failure);
    throw failure;
  }
}

async function installLocked(options: InstallOptions): Promise<void> {
  const { folder, wanted, onProgress, signal } = options;
  const { base, files } = packagePaths(folder, wanted);
  await removeLeftovers(base);
  const work = await mkdtemp(join(base, temporary));
  try {
    if (options.wheel === undefined) {
      using _watch = watchProgress(work, wanted, onProgress);
      await fetchWheel({ ...options, folder: work });
    }
    const wheel = options.wheel ?? join(work, wanted.wheel);
    await checkWheel(wheel, wanted);
    const unpacked = join(work, 'files');
    await unpackWheel(wheel, unpacked, wanted);
    signal.throwIfAborted();
    // The existing files are incomplete: otherwise nothing would be installed.
    await rm(files, { recursive: true, force: true });
    await rename(unpacked, files);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Removes the files of processes that were killed during an installation. */
async function removeLeftovers(base: string): Promise<void> {
  const names = await readdir(base);
  const leftovers = names.filter((name) => name.startsWith(temporary));
  await Promise.all(leftovers.map((name) => rm(join(base, name), { recursive: true, force: true })));
}

async function keepProblem(file: string, { message, advice }: InstallFailure): Promise<void> {
  // If the disk is full, the reason cannot be stored either. The log has it.
  await writeFile(file, JSON.stringify({ reason: message, advice })).catch(() => {});
}

/** Removes everything in the package's folder. False if it was not installed. */
export async function removePackage(folder: string, wanted: PinnedPackage): Promise<boolean> {
  const { files, base } = packagePaths(folder, wanted);
  const wasThere = installedFolder(folder, wanted) !== null;
  const gone = join(base, `${temporary}gone-${process.pid}`);
  await rename(files, gone).catch(() => {});
  await rm(gone, { recursive: true, force: true });
  return wasThere;
}
