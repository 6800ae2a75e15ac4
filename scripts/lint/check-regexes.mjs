import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// The package's other entry point needs Java or a program of the platform.
import recheck from 'recheck/lib/browser.js';
import { root } from '../lib/root.mjs';
import { findRegexes } from './find-regexes.mjs';

/** Code that reads what strangers write: the service, and what runs in a visitor's page. */
const folders = ['server/src', 'packages', 'web'];
const isTest = (file) => /\.(test|contract)\.\w+$|\/testing\//.test(file);

export const regexesOfTheCode = () => {
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  const all = files
    .split('\0')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !isTest(file))
    .map((file) => findRegexes(file, readFileSync(join(root, file), 'utf8')));
  return { found: all.flatMap(({ found }) => found), unused: all.flatMap(({ unused }) => unused) };
};

/** Steps are limited instead of times, so that the answer is the same on a busy machine. */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 100_000_000,
  randomSeed: 0,
};

/** Null if the time of a search grows no faster than the text, else how it grows. */
export const slownessOf = (text) => {
  const end = text.lastIndexOf('/');
  const result = recheck.checkSync(text.slice(1, end), text.slice(end + 1), limits);
  if (result.status === 'safe') return null;
  if (result.status === 'vulnerable') return `${result.complexity.summary}, such as ${result.attack.pattern}`;
  return `not decided: ${result.error.kind}`;
};
