import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';

const contentOf = (file) => readFileSync(file);
// 20 times as fast as reading the files. A build for nothing takes two seconds.
const changeOf = (file) => {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
};

export const web = {
  label: 'Building the pages',
  program: 'web/build.ts',
  sources: ['web', 'packages', 'package-lock.json'],
  partOf: contentOf,
  stampFile: 'build/web/.stamp',
};

export const server = {
  label: 'Building the service',
  program: 'server/build.ts',
  sources: ['server', 'packages', 'package-lock.json', 'scripts/lib/install/mend-packages.mjs'],
  partOf: changeOf,
  stampFile: 'server/dist/.stamp',
};

const filesBelow = (path) => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist'].includes(name) && !name.includes('.test.'))
    .flatMap(({ name }) => filesBelow(join(path, name)))
    .sort();
};

/** A hash that changes whenever the result of a build may have changed. */
export const stampOf = (root, { sources, partOf }) => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(`\n${file.slice(root.length)}\n`).update(partOf(file));
  }
  return hash.digest('hex');
};

export const isBuilt = (root, { stampFile }, wanted) => {
  const stamp = join(root, stampFile);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
};

/** Builds what is missing or older than its sources. Returns false if that failed. */
const ensureBuilt = (root, runtime, build) => {
  const wanted = stampOf(root, build);
  if (isBuilt(root, build, wanted)) return true;
  const done = showProgress(build.label);
  const { status, stderr, stdout } = spawnSync(runtime, [join(root, build.program), wanted], {
    encoding: 'utf8',
  });
  if (status === 0) done('done');
  else {
    done('failed');
    process.stderr.write(`${stdout}${stderr}`);
  }
  return status === 0;
};

export const ensureWeb = (root, runtime) => ensureBuilt(root, runtime, web);

export const ensureServer = (root, runtime) => ensureBuilt(root, runtime, server);

/** The file to run. If the service cannot be built, as in a folder that cannot be written, its sources do the same. */
export const serverProgram = (root, runtime, built, source) => {
  if (ensureServer(root, runtime)) return join(root, `server/dist/${built}.js`);
  process.stderr.write('The sources are run instead. That works, but takes longer to start.\n');
  return join(root, source);
};
