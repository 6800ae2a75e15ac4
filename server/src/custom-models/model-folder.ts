import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { base62, randomText } from '../kernel/index.ts';
import { InstallFailure } from '../pip-packages/index.ts';
import { completeProgram } from '../processes/index.ts';

/**
 * The folder of a model: the given one, or the content of the given archive. Archives are unpacked below `unpacked`, each
 * into a folder of its own, because a model of the same name may be in use. Keeping the model removes what was unpacked
 * before; disposing removes what was unpacked now, unless it was kept. Throws an InstallFailure.
 */
export async function openModelFolder(source: string, unpacked: string) {
  const found = lstatSync(source, { throwIfNoEntry: false });
  if (found === undefined) throw new InstallFailure(`there is no ${source}`, 'Check the path.');
  const isArchive = !found.isDirectory() && /\.(tar(\.\w+)?|tgz|tbz2?)$/i.test(source);
  if (!isArchive)
    return {
      folder: source,
      keep: () => clear(unpacked, resolve(source)),
      [Symbol.asyncDispose]: async () => {},
    };
  const own = randomText(base62, 10);
  const into = join(unpacked, own);
  const remove = async () => {
    await rm(into, { recursive: true, force: true });
    // Fails if there is another model of this name.
    await rmdir(unpacked).catch(() => {});
  };
  await unpack(source, into).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  let isKept = false;
  return {
    folder: onlyFolderIn(into),
    async keep() {
      isKept = true;
      await clear(unpacked, into);
    },
    async [Symbol.asyncDispose]() {
      if (!isKept) await remove();
    },
  };
}

/** Removes all models of a name but the one in `kept`. */
async function clear(unpacked: string, kept: string): Promise<void> {
  if (!existsSync(unpacked)) return;
  const others = readdirSync(unpacked)
    .map((name) => join(unpacked, name))
    .filter((folder) => !`${kept}${sep}`.startsWith(`${folder}${sep}`));
  for (const folder of others) await rm(folder, { recursive: true, force: true });
  // Fails if the kept one is there.
  await rmdir(unpacked).catch(() => {});
}

/** tar refuses paths that lead out of the folder. */
async function unpack(archive: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  try {
    await completeProgram('tar', ['-xf', archive, '--no-same-owner'], { cwd: into });
  } catch (error) {
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
