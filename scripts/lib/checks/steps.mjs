import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { crashed } from './tally.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

const plain = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' };

const launch = (command, args, { env = {}, stdio = 'inherit' } = {}) =>
  spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...plain, ...env } });

/** Waits for the end of a command. The terminal sends Ctrl-C to the command itself. */
const endOf = async (child) => {
  const pass = (signal) => child.kill(signal);
  const wait = () => {};
  process.on('SIGTERM', pass).on('SIGINT', wait);
  const [code] = await once(child, 'close').catch(({ message }) => [message]);
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

const tallyOf = (name, code) => (code === 0 ? { passed: 1, failed: [], skipped: [] } : crashed(name));

/** A command that counts as one test. */
export const check = (name, command, args, env) =>
  step(name, async () => tallyOf(name, await endOf(launch(command, args, { env }))));

/** The same beside other work: it shows all of its output at its end. */
export const checkBeside = async (name, command, args, env) => {
  const begin = performance.now();
  const child = launch(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const tally = tallyOf(name, await endOf(child));
  say(`\n── ${name}\n${output}── ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return tally;
};

export const vitest = (name, runtime, filters, env) =>
  step(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-tally-'));
    const file = join(folder, 'tally.json');
    const reporter = join(root, 'scripts/lib/checks/tally-reporter.mjs');
    const args = ['run', '--reporter=default', `--reporter=${reporter}`, ...filters];
    try {
      const program = join(root, 'node_modules/vitest/vitest.mjs');
      const child = launch(runtime, [program, ...args], { env: { ...env, PARLEY_TALLY: file } });
      const code = await endOf(child);
      const tally = JSON.parse(readFileSync(file, 'utf8'));
      if (code !== 0 && tally.failed.length === 0) tally.failed.push(`vitest ended with ${code}`);
      return tally;
    } catch (error) {
      return crashed(`vitest gave no result (${error.message})`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
