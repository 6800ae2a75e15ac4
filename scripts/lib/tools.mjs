import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the tests take from the system. `env` names the variable that tells them where it is. */
export const systemTools = [
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    aptPackage: 'chromium',
    env: 'PARLEY_CHROMIUM',
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

const run = (command, args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const installByApt = ({ name, aptPackage }) => {
  process.stderr.write(`Installing ${name} with apt-get …\n`);
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', aptPackage])
  );
};

const locate = (tool) => {
  const given = process.env[tool.env];
  if (given) return given;
  const found = findProgram(tool.commands);
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && findProgram(['apt-get']);
  return mayInstall && installByApt(tool) ? findProgram(tool.commands) : undefined;
};

/** Environment variables for the tests: where each tool is, or why the tests that need it are skipped. */
export const provideTools = (tools = systemTools) =>
  Object.fromEntries(
    tools.map((tool) => {
      const path = locate(tool);
      if (path) return [tool.env, path];
      const reason = `${tool.name} is missing: apt-get install ${tool.aptPackage}, or set ${tool.env} to its path`;
      process.stderr.write(`${reason}. The tests that need it are skipped.\n`);
      return [`${tool.env}_MISSING`, reason];
    }),
  );
