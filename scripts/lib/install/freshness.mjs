import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = (root) => join(root, 'node_modules', '.parley-stamp');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const workspaceFolders = (root) =>
  readJson(join(root, 'package.json')).workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  });

/** A hash that changes whenever the packages to install may have changed. */
export const fingerprint = (root) => {
  const manifests = ['', ...workspaceFolders(root)].map((folder) => join(folder, 'package.json'));
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['package-lock.json', ...manifests.sort()]) {
    if (existsSync(join(root, file))) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
};

/** Packages that the lock file requires and npm's own list of installed packages lacks. */
export const missingPackages = (wanted, installed) =>
  Object.entries(wanted)
    .filter(([path, { optional, link }]) => path.includes('node_modules/') && !optional && !link)
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path);

const installedByHand = (root) => {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  return missingPackages(wanted, readJson(list).packages).length === 0;
};

/** Called before an install: an interrupted install must not look complete. */
export const markStale = (root) => rmSync(stampFile(root), { force: true });

export const markFresh = (root) => {
  try {
    writeFileSync(stampFile(root), fingerprint(root));
  } catch (error) {
    // Installed by root and started by another user: without a stamp, each start makes the longer comparison.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
};

export const isFresh = (root) => {
  try {
    if (readFileSync(stampFile(root), 'utf8') === fingerprint(root)) return true;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (!installedByHand(root)) return false;
  markFresh(root);
  return true;
};
