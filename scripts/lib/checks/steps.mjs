import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { crashed } from './tally.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

const plain = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' };

/** Runs a command to its end and shows its output. The terminal sends Ctrl-C to the command itself. */
const runToEnd = async (command, args, env = {}) => {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...plain, ...env },
  });
  const pass = (signal) => child.kill(signal);
  const wait = () => {};
  process.on('SIGTERM', pass).on('SIGINT', wait);
  const [code] = await once(child, 'exit').catch(({ message }) => [message]);
  process.off('SIGTERM', pass).off('SIGINT', wait);
  return code;
};

export const step = async (name, work) => {
  say(`\n── ${name}`);
  const begin = performance.now();
  const tally = await work();
  say(`── ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return tally;
};

/** A command that counts as one test. */
export const check = (name, command, args, env) =>
  step(name, async () => {
    const code = await runToEnd(command, args, env);
    return code === 0 ? { passed: 1, failed: [], skipped: [] } : crashed(name);
  });

export const vitest = (name, runtime, filters, env) =>
  step(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-tally-'));
    const file = join(folder, 'tally.json');
    const reporter = join(root, 'scripts/lib/checks/tally-reporter.mjs');
    const args = ['run', '--reporter=default', `--reporter=${reporter}`, ...filters];
    try {
      const program = join(root, 'node_modules/vitest/vitest.mjs');
      const code = await runToEnd(runtime, [program, ...args], { ...env, PARLEY_TALLY: file });
      const tally = JSON.parse(readFileSync(file, 'utf8'));
      if (code !== 0 && tally.failed.length === 0) tally.failed.push(`vitest ended with ${code}`);
      return tally;
    } catch (error) {
      return crashed(`vitest gave no result (${error.message})`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
