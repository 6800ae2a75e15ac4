import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Installs exactly what the lock file names. */
export const install = async (root) => {
  const finish = showProgress('Installing packages');
  const [command, args] = npmCommand(commandArguments);
  // npm start sets these for its own script; npm would read some of them as its settings.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  );
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close').catch((error) => [error.message]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, stop);
  finish(code === 0 ? 'done' : code === null ? 'interrupted' : 'failed');
  if (code === 0) return;
  if (code === null) process.exit(130);
  throw new InstallFailed(
    `${output.trim()}\n\nThe packages could not be installed (npm install: ${code}). ` +
      'Check the network and the npm settings above, then start again.',
  );
};
