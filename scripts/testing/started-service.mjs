import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readService } from '../../server/src/data-folder/index.ts';
import { stopEmbedded } from '../../server/src/db/index.ts';
import { isAlive, processesIn, waitFor } from '../../server/src/processes/index.ts';
import { freePort, plainEnvironment, pollOptions, seededDataFolder } from '../../server/src/testing/index.ts';
import { root } from '../lib/root.mjs';

export const script = join(root, 'scripts/start.mjs');
/** Simulates a Node that cannot replace a process with another program: the script stays. */
export const staying = ['--import', 'data:text/javascript,process.execve=undefined', script];
/** Starts the script in the same way as npm. */
export const underNpm = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(script)}], { stdio: 'ignore' })`;

export const start = async (folder, args, env = {}) => {
  const child = spawn(process.execPath, args, {
    env: {
      ...plainEnvironment(),
      DATA_DIR: folder,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      ...env,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const ready = async () => {
    if (!isAlive(child.pid)) throw new Error('the service did not start');
    const service = await readService(folder);
    return service?.state === 'ready' ? service : undefined;
  };
  return { script: child.pid, service: (await waitFor(ready, pollOptions)).pid, ended };
};

export const gone = (probe) => waitFor(() => probe() || undefined, pollOptions);

export const expectEverythingStopped = async (folder, pids) => {
  expect(await gone(() => !isAlive(pids.script))).toBe(true);
  expect(await gone(() => !isAlive(pids.service))).toBe(true);
  expect(processesIn(join(folder, 'postgres/cluster'), 'postgres')).toEqual([]);
  expect(await readService(folder)).toBeNull();
};

export const withService = async (args, env, use) => {
  await using folder = await seededDataFolder('start');
  const pids = await start(folder.path, args, env);
  try {
    await use(folder.path, pids);
  } finally {
    if (isAlive(pids.service)) process.kill(pids.service, 'SIGKILL');
    await stopEmbedded(folder.path);
  }
};
