import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hibariPackage, type WheelPin } from './hibari-package.ts';
import { fileFailure, tryAgain, VoiceInstallFailure } from './install-failure.ts';
import { takeInstallLock } from './install-lock.ts';
import { watchProgress } from './progress.ts';
import { fetchWheel } from './run-pip.ts';
import { checkWheel, unpackWheel } from './unpack-wheel.ts';
import { installedFiles, pathsIn } from './voice-folder.ts';

export type InstallOptions = {
  /** The folder of all voices. */
  readonly folder: string;
  /** A wheel on this machine. If it is left out, pip fetches the wheel. */
  readonly wheel?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly proxy?: string | undefined;
  readonly signal: AbortSignal;
  onProgress(text: string): void;
  /** Tests use a small wheel of their own. */
  readonly pin?: WheelPin | undefined;
};

/** How long to wait for another process that installs. */
const lockLimitMs = 240_000;
const temporary = '.new-';

/** Installs the natural voice if it is missing. Throws a VoiceInstallFailure and stores it, to show the reason. */
export async function installNaturalVoice(options: InstallOptions): Promise<'installed' | 'already there'> {
  const { folder } = options;
  const { base, lock, problem } = pathsIn(folder);
  try {
    await mkdir(base, { recursive: true });
    await using held = await takeInstallLock(lock, lockLimitMs);
    if (installedFiles(folder) !== null) return 'already there';
    if (held === null) throw new VoiceInstallFailure('another process is still installing it', tryAgain);
    await installLocked(options);
    await rm(problem, { force: true });
    return 'installed';
  } catch (error) {
    const failure = fileFailure(error, folder);
    if (failure instanceof VoiceInstallFailure && !options.signal.aborted)
      await keepProblem(problem, failure);
    throw failure;
  }
}

async function installLocked(options: InstallOptions): Promise<void> {
  const { folder, onProgress, signal } = options;
  const { base, files } = pathsIn(folder);
  await removeLeftovers(base);
  const work = await mkdtemp(join(base, temporary));
  try {
    if (options.wheel === undefined) {
      using _watch = watchProgress(work, hibariPackage.bytes, onProgress);
      await fetchWheel({ ...options, folder: work });
    }
    const wheel = options.wheel ?? join(work, hibariPackage.wheel);
    await checkWheel(wheel, options.pin ?? hibariPackage);
    const unpacked = join(work, 'files');
    await unpackWheel(wheel, unpacked);
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

async function keepProblem(file: string, { message, advice }: VoiceInstallFailure): Promise<void> {
  // If the disk is full, the reason cannot be stored either. The log has it.
  await writeFile(file, JSON.stringify({ reason: message, advice })).catch(() => {});
}

/** Removes the natural voice with all its models. False if it was not installed. */
export async function removeNaturalVoice(folder: string): Promise<boolean> {
  const { files, base } = pathsIn(folder);
  const wasThere = installedFiles(folder) !== null;
  const gone = join(base, `${temporary}gone-${process.pid}`);
  await rename(files, gone).catch(() => {});
  await rm(gone, { recursive: true, force: true });
  return wasThere;
}
