import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../lib/root.mjs';
import { byTest, differences, shapeOf } from './compare.mjs';

/**
 * npm run bodies -- COMMIT [PATH…]: runs the tests of the server as they were at COMMIT and as they are now, and compares
 * what left the service under the contract. Files that differ are run once more in both, because some tests vary by
 * themselves. Of those that still differ, the fields are compared.
 */
const [commit, ...paths] = process.argv.slice(2);
const isKnown = (name) =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).status === 0;
if (commit === undefined || !isKnown(commit)) {
  process.stderr.write(
    `${commit === undefined ? '' : `There is no commit ${commit}. `}npm run bodies -- COMMIT [PATH…]\n`,
  );
  process.exit(2);
}
const runtime = process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'parley-bodies-'));
const then = join(folder, 'then');
const git = (...args) => execFileSync('git', args, { cwd: root });
const say = (text) => process.stdout.write(`${text}\n`);

const checkOut = () => {
  git('worktree', 'add', '--detach', then, commit);
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const place of ['.', 'server', 'bench', 'web/dashboard', ...packages]) {
    const modules = join(root, place, 'node_modules');
    // Links to packages of this repository are relative, so that each checkout uses its own.
    if (existsSync(modules) && existsSync(join(then, place)))
      execFileSync('cp', ['-al', modules, join(then, place, 'node_modules')]);
  }
  cpSync(join(root, 'build'), join(then, 'build'), { recursive: true });
};

let runs = 0;
const record = (place, tests) => {
  runs += 1;
  const into = join(folder, String(runs));
  mkdirSync(into);
  const { stdout } = spawnSync(runtime, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
    cwd: place,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
    env: {
      ...process.env,
      PARLEY_BODIES: into,
      PARLEY_LONG_TESTS: '0',
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('record.mjs', import.meta.url))}`,
    },
  });
  say(
    stdout
      .split('\n')
      .filter((line) => /Tests |Test Files /.test(line))
      .join('\n'),
  );
  const lines = readdirSync(into).flatMap((name) => readFileSync(join(into, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
};

try {
  checkOut();
  const tests = paths.length > 0 ? paths : ['server/src'];
  const [before, after] = [record(then, tests), record(root, tests)];
  const first = differences(byTest(before), byTest(after));
  const again = first.map(({ test }) => test).filter((test) => test.endsWith('.ts'));
  if (again.length > 0) {
    say(`once more: ${again.join(', ')}`);
    before.push(...record(then, again));
    after.push(...record(root, again));
  }
  const [seenBefore, seenAfter] = [byTest(before), byTest(after)];
  const common = [...seenBefore.keys()].filter((test) => seenAfter.has(test));
  const count = common.reduce((sum, test) => sum + seenBefore.get(test).size, 0);
  const varying = differences(seenBefore, seenAfter);
  const left = differences(seenBefore, seenAfter, shapeOf);
  for (const file of varying) {
    say(`\n${file.test}, for example`);
    for (const body of file.gone.slice(0, 3)) say(`  - ${body.slice(0, 300)}`);
    for (const body of file.new.slice(0, 3)) say(`  + ${body.slice(0, 300)}`);
  }
  for (const file of left) {
    say(`\n${file.test}, by its fields`);
    for (const fields of file.gone) say(`  - ${fields.slice(0, 2_000)}`);
    for (const fields of file.new) say(`  + ${fields.slice(0, 2_000)}`);
  }
  say(
    `${count} bodies in ${common.length} test files of both. In ${common.length - varying.length} files all are the same,` +
      ` in ${varying.length - left.length} only texts vary, in ${left.length} the fields differ.`,
  );
  process.exitCode = left.length === 0 ? 0 : 1;
} finally {
  git('worktree', 'remove', '--force', then);
  rmSync(folder, { recursive: true, force: true });
}
