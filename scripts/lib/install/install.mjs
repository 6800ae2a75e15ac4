import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from '../progress.mjs';

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

// An install tries for minutes to reach an unavailable registry. This asks the registry for one of our packages first.
const askRegistry = [
  'view',
  'typescript',
  'version',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=15000',
];

const unreachable =
  /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** What to do about an unreachable registry. Null if npm's output is about something else. */
export const registryProblem = (output) => {
  const [reason] = unreachable.exec(output) ?? [];
  if (reason === undefined) return null;
  const [registry] = /https?:\/\/[^/\s]+/.exec(output) ?? [];
  const where = registry === undefined ? '' : ` at ${registry}`;
  return (
    `Could not reach the npm registry${where} (${reason}). Check the network, ` +
    'or set another registry with "npm config set registry URL", then start again.'
  );
};

const npmCommand = (args) => {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs npm and returns its exit code and output. A signal to this process ends both at once. */
const runNpm = async (root, finish, npmArguments) => {
  const [command, args] = npmCommand(npmArguments);
  // `npm start` sets these for its own script. The new npm would read some of them as its settings.
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
  // npm treats a half unpacked package as installed, so the remains of a killed install are deleted.
  const unfinished = join(root, 'build', 'install.unfinished');
  if (existsSync(unfinished)) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  writeFileSync(unfinished, '');
  const finish = showProgress('Installing packages');
  const asked = await runNpm(root, finish, askRegistry);
  const problem = asked.code === 0 ? null : registryProblem(asked.output);
  // Without the registry, npm's cache may still have everything. If it does not, npm says so at once.
  const { code, output } = await runNpm(root, finish, [
    ...commandArguments,
    ...(problem === null ? [] : ['--offline']),
  ]);
  rmSync(unfinished);
  finish(code === 0 ? 'done' : 'failed');
  if (code === 0) return;
  throw new InstallFailed(
    problem ??
      registryProblem(output) ??
      `${output}\n\nThe packages could not be installed (npm install: ${code}). ` +
        'Check the npm settings and the message above, then start again.',
  );
};
