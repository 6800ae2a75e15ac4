import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { showProgress } from '../progress.mjs';

/** Programs of the system that the tests use. `env` is the variable with the program's path. */
export const systemTools = [
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    aptPackage: 'chromium',
    env: 'PARLEY_CHROMIUM',
  },
  {
    name: 'Redis',
    commands: ['redis-server', 'valkey-server'],
    aptPackage: 'redis-server',
    env: 'PARLEY_REDIS_SERVER',
  },
];

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const findProgram = (commands, path = process.env.PATH ?? '') =>
  commands.flatMap((command) => path.split(delimiter).map((folder) => join(folder, command))).find(isProgram);

const run = async (command, args) => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const [code] = await once(child, 'exit').catch(() => [1]);
  return code === 0;
};

const installByApt = async ({ name, aptPackage }) => {
  const finish = showProgress(`Installing ${name} with apt-get`);
  const done =
    (await run('apt-get', ['update', '-qq'])) &&
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', aptPackage]));
  finish(done ? 'done' : 'failed');
  return done;
};

const locate = async (tool) => {
  const found = process.env[tool.env] || findProgram(tool.commands);
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && findProgram(['apt-get']);
  return mayInstall && (await installByApt(tool)) ? findProgram(tool.commands) : undefined;
};

/** Environment variables for the tests: where each tool is, or why the tests that need it are skipped. */
export const provideTools = async (tools = systemTools) => {
  const variables = {};
  for (const tool of tools) {
    const path = await locate(tool);
    if (path) {
      variables[tool.env] = path;
      continue;
    }
    const reason = `${tool.name} is missing: apt-get install ${tool.aptPackage}, or set ${tool.env} to its path`;
    process.stderr.write(`${reason}. The tests that need it are skipped.\n`);
    variables[`${tool.env}_MISSING`] = reason;
  }
  return variables;
};
