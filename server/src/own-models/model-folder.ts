import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InstallFailure } from '../pip-packages/index.ts';
import { completeProgram } from '../processes/index.ts';

/**
 * The folder of a model: the given one, or the content of the given archive, unpacked into `unpacked`. Disposing removes
 * what was unpacked, unless the model was kept. Throws an InstallFailure.
 */
export async function openModelFolder(source: string, unpacked: string) {
  const found = lstatSync(source, { throwIfNoEntry: false });
  if (found === undefined) throw new InstallFailure(`there is no ${source}`, 'Check the path.');
  const isArchive = !lstatSync(source).isDirectory() && /\.(tar(\.\w+)?|tgz|tbz2?)$/i.test(source);
  let isKept = !isArchive;
  if (isArchive) await unpack(source, unpacked);
  return {
    folder: isArchive ? onlyFolderIn(unpacked) : source,
    keep: () => {
      isKept = true;
    },
    async [Symbol.asyncDispose]() {
      if (!isKept) await rm(unpacked, { recursive: true, force: true });
    },
  };
}

/** tar refuses paths that lead out of the folder. */
async function unpack(archive: string, into: string): Promise<void> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  try {
    await completeProgram('tar', ['-xf', archive, '--no-same-owner'], { cwd: into });
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new InstallFailure(
      'the archive cannot be unpacked',
      `${reason.split('\n')[0] || 'The program tar is missing.'} For .tar.bz2, bzip2 must be installed.`,
      error,
    );
  }
}

/** Archives of models contain one folder with everything. */
function onlyFolderIn(folder: string): string {
  const [only, ...more] = readdirSync(folder, { withFileTypes: true });
  return only?.isDirectory() && more.length === 0 ? join(folder, only.name) : folder;
}
