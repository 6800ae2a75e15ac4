import { existsSync } from 'node:fs';
import { isLocked } from './install-lock.ts';
import { installedFolder, packagePaths, readJson } from './package-folder.ts';
import { type PinnedPackage, parleyCommand } from './pinned-package.ts';

/** Whether a package is installed, and if not, why. */
export type PackageStatus =
  | { readonly state: 'installed'; readonly version: string }
  | { readonly state: 'installing' }
  | { readonly state: 'missing'; readonly reason: string; readonly advice: string };

/** `folder` is the folder of all packages; null if the service has none. */
export function packageStatus(folder: string | null, wanted: PinnedPackage): PackageStatus {
  const { title, command } = wanted;
  if (folder === null)
    return {
      state: 'missing',
      reason: 'this process has no folder for voices',
      advice: `Set VOICE_FOLDER to the folder for ${title}.`,
    };
  if (installedFolder(folder, wanted) !== null)
    return { state: 'installed', version: `${wanted.folder} ${wanted.version}` };
  const { lock, problem, files } = packagePaths(folder, wanted);
  if (isLocked(lock)) return { state: 'installing' };
  const installNow = `Run "${parleyCommand} ${command}" to install it.`;
  if (existsSync(files))
    return { state: 'missing', reason: `files of ${title} are damaged`, advice: installNow };
  const kept = readJson<{ reason: string; advice: string }>(problem);
  if (kept !== null) return { state: 'missing', ...kept };
  return { state: 'missing', reason: `${title} is not installed`, advice: installNow };
}
