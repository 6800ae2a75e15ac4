import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The state of a new user's clone: the committed files and nothing else. */
export function emptyClone(folder: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
}

/**
 * The files of this checkout with its installed packages and built pages, so that the start does not repeat that work.
 */
export async function readyClone(folder: string): Promise<void> {
  const leftOut = new Set(['.git', 'node_modules', 'build', 'data']);
  const isIncluded = (path: string) => !leftOut.has(relative(root, path));
  await cp(root, folder, { recursive: true, filter: isIncluded });
  await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(root, 'build', 'web'), join(folder, 'build', 'web'), { recursive: true });
}

/**
 * Links each package. The links of workspaces are relative, so they are made again and point to the clone's own
 * folders.
 */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.name.startsWith('@')) await linkPackages(source, target);
    else await symlink(source, target);
  }
}
