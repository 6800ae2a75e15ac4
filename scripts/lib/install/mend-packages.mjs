import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const lossError = "error(Errors.connection('CONNECTION_CLOSED', options, socket))";
const reportLoss = `    !hadError && (query || sent.length) && ${lossError}\n`;
const resetRetries = '      options.shared.retries = retries = 0\n      initial = null\n';
const setDelay =
  "    delay = (typeof backoff === 'function' ? backoff(options.shared.retries) : backoff) * 1000\n";

/**
 * Corrections of installed packages that wait for a release. Each names the version it was written for: a newer one is
 * left alone, and `server/src/db/connections/driver.test.ts` tells whether it still needs the correction.
 */
export const mends = [
  {
    name: 'postgres',
    version: '3.4.9',
    file: 'src/connection.js',
    changes: [
      // A connection that is lost between two writes never writes again: every attempt to reconnect times out.
      {
        from: '    clearImmediate(nextWriteTimer)\n',
        to: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
      },
      // A write to a lost connection throws an exception that nothing can catch.
      {
        from: 'const x = socket.write(chunk, fn)',
        to: 'const x = socket !== null && socket.write(chunk, fn)',
      },
      // A server that accepts connections and closes them is called again without any pause, for ever.
      {
        from:
          '    if (initial)\n      return reconnect()\n\n' +
          `${reportLoss}    closedTime = performance.now()\n    hadError && options.shared.retries++\n${setDelay}`,
        to:
          '    closedTime = performance.now()\n    ;(hadError || initial) && options.shared.retries++\n' +
          `${setDelay}    initial && !hadError && !terminated && ${lossError}\n` +
          `    if (initial)\n      return reconnect()\n\n${reportLoss}`,
      },
      // A connection that is opened for `reserve` is given to nobody.
      {
        from: `      initial && !initial.reserve && execute(initial)\n${resetRetries}      return\n`,
        to:
          '      const isReserve = initial.reserve\n      isReserve || execute(initial)\n' +
          `${resetRetries}      if (!isReserve)\n        return\n`,
      },
    ],
  },
  {
    name: 'postgres',
    version: '3.4.9',
    file: 'src/index.js',
    changes: [
      // A `reserve` that waits for a connection that is lost gets no other.
      {
        from: '    queries.length && connect(c, queries.shift())\n',
        to:
          '    const next = queries.length ? queries.shift() : null\n' +
          '    next && next.reserve && queries.push(next)\n    next && connect(c, next)\n',
      },
      // One that failed stays in the queue, and is given a connection that nothing releases.
      {
        from: 'const query = { reserve: resolve, reject }\n',
        to: 'const query = { reserve: resolve, reject: (error) => (queries.remove(query), reject(error)) }\n',
      },
    ],
  },
];

const mendedText = (text, changes) =>
  changes.reduce(
    (mended, { from, to }) => (mended.includes(to) ? mended : mended.replaceAll(from, to)),
    text,
  );

/** Corrects the installed packages. Does nothing where that has been done. */
export const mendPackages = (root) => {
  for (const { name, version, file, changes } of mends) {
    for (const packages of ['node_modules', join('server', 'node_modules')]) {
      const folder = join(root, packages, name);
      if (versionIn(folder) !== version) continue;
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const mended = mendedText(text, changes);
      if (mended !== text) replaceFile(path, mended);
    }
  }
};

const versionIn = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
};

/** In one step, because another process may be reading it. */
const replaceFile = (path, text) => {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    // Installed by an earlier version as another user. The service works, as it did before.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    process.stderr.write(`Could not correct ${path} (${error.code}). Run "npm install" as its owner.\n`);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mendPackages(fileURLToPath(new URL('../../..', import.meta.url)));
}
