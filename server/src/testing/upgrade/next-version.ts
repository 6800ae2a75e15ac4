import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../..', import.meta.url));

export type NextVersion = AsyncDisposable & {
  readonly version: string;
  /** Its main file. */
  readonly program: string;
};

/** A copy of this service with another version number and one more migration. */
export async function makeNextVersion(version: string, migration: string): Promise<NextVersion> {
  const folder: TemporaryFolder = await temporaryFolder('next-version');
  const server = join(folder.path, 'server');
  await mkdir(server);
  for (const part of ['src', 'migrations', 'package.json'])
    await run('cp', ['-a', join(project, 'server', part), server]);
  for (const part of ['node_modules', 'packages', 'build', 'docs', 'server/node_modules'])
    await symlink(join(project, part), join(folder.path, part));
  const own = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as object;
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ ...own, version }));
  await writeFile(join(server, 'migrations', '009999_next_version.sql'), migration);
  return {
    version,
    program: join(server, 'src', 'main.ts'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
