import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';

const sources = ['web', 'packages', 'package-lock.json'];
const stampFile = (root) => join(root, 'build', 'web', '.stamp');

const filesBelow = (path) => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.includes('.test.'))
    .flatMap(({ name }) => filesBelow(join(path, name)))
    .sort();
};

/** A hash that changes whenever the pages may have changed. */
export const sourcesOf = (root) => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
};

export const isBuilt = (root, wanted) => {
  const stamp = stampFile(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
};

/** Builds the pages if they are missing or older than their sources. Returns false if that failed. */
export const ensureWeb = (root, runtime) => {
  const wanted = sourcesOf(root);
  if (isBuilt(root, wanted)) return true;
  const done = showProgress('Building the pages');
  const { status, stderr, stdout } = spawnSync(runtime, [join(root, 'web', 'build.ts'), wanted], {
    encoding: 'utf8',
  });
  if (status === 0) done('done');
  else {
    done('failed');
    process.stderr.write(`${stdout}${stderr}`);
  }
  return status === 0;
};
