import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';

export class InstallFailed extends Error {}

// Not `npm ci`, which refuses a lock file that lacks a package for some other platform, and would empty
// node_modules under a service that runs from it. With --no-save the lock file is read and never written.
const commandArguments = [
  'install',
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

const npmCommand = (args) => {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs npm; gives its exit code and what it wrote. A signal to us ends it at once and us with it. */
const runNpm = async (root, finish) => {
  const [command, args] = npmCommand(commandArguments);
  // npm start sets these for its own script; npm would read some of them as its settings.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  );
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const interrupt = () => {
    process.kill(-child.pid, 'SIGKILL');
    finish('interrupted');
    process.exit(130);
  };
  for (const signal of signals) process.on(signal, interrupt);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close').catch((error) => [error.message]);
  for (const signal of signals) process.off(signal, interrupt);
  return { code, output: output.trim() };
};

/** Installs exactly what the lock file names. */
export const install = async (root) => {
  // npm takes a package that is half unpacked for installed, so what a killed install left is thrown away.
  const unfinished = join(root, 'build', 'install.unfinished');
  if (existsSync(unfinished)) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  writeFileSync(unfinished, '');
  const finish = showProgress('Installing packages');
  const { code, output } = await runNpm(root, finish);
  rmSync(unfinished);
  finish(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    throw new InstallFailed(
      `${output}\n\nThe packages could not be installed (npm install: ${code}). ` +
        'Check the network and the npm settings above, then start again.',
    );
  }
};
