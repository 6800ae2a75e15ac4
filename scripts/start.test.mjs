import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readService } from '../server/src/data-folder/index.ts';
import { stopEmbedded } from '../server/src/db/index.ts';
import { isAlive, processesIn, waitFor } from '../server/src/processes/index.ts';
import { freePort, plainEnvironment, pollOptions, seededDataFolder } from '../server/src/testing/index.ts';
import { root } from './lib/root.mjs';

const script = join(root, 'scripts/start.mjs');
/** Simulates a Node that cannot replace a process with another program: the script stays. */
const staying = ['--import', 'data:text/javascript,process.execve=undefined', script];
/** Starts the script in the same way as npm. */
const underNpm = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(script)}], { stdio: 'ignore' })`;

const start = async (folder, args, env = {}) => {
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

const gone = (probe) => waitFor(() => probe() || undefined, pollOptions);

const expectEverythingStopped = async (folder, pids) => {
  expect(await gone(() => !isAlive(pids.script))).toBe(true);
  expect(await gone(() => !isAlive(pids.service))).toBe(true);
  expect(processesIn(join(folder, 'postgres/cluster'), 'postgres')).toEqual([]);
  expect(await readService(folder)).toBeNull();
};

const withService = async (args, env, use) => {
  await using folder = await seededDataFolder('start');
  const pids = await start(folder.path, args, env);
  try {
    await use(folder.path, pids);
  } finally {
    if (isAlive(pids.service)) process.kill(pids.service, 'SIGKILL');
    await stopEmbedded(folder.path);
  }
};

it('the service replaces the script, and SIGINT stops it with its database, even if npm sends the signal twice', () =>
  withService([script], {}, async (folder, pids) => {
    expect(pids.service).toBe(pids.script);
    process.kill(pids.service, 'SIGINT');
    process.kill(pids.service, 'SIGINT');
    expect(await pids.ended).toBe(0);
    await expectEverythingStopped(folder, pids);
  }));

it('kill -9 of npm stops the service and its database', () =>
  withService(['-e', underNpm], { npm_lifecycle_event: 'start' }, async (folder, pids) => {
    process.kill(pids.script, 'SIGKILL');
    await expectEverythingStopped(folder, pids);
  }));

it.each([
  ['SIGINT', 'script'],
  ['SIGKILL', 'script'],
  ['SIGTERM', 'service'],
])('if the script stays, %s to the %s stops both and the database', (signal, target) =>
  withService(staying, {}, async (folder, pids) => {
    expect(pids.service).not.toBe(pids.script);
    process.kill(pids[target], signal);
    await expectEverythingStopped(folder, pids);
  }),
);

it.each([
  ['the service', [script]],
  ['the service with the script', staying],
])('after kill -9 of %s the database waits for the next start, and SIGTERM stops all', (_, args) =>
  withService(args, {}, async (folder, pids) => {
    process.kill(pids.service, 'SIGKILL');
    expect(await gone(() => !isAlive(pids.script))).toBe(true);
    const next = await start(folder, args);
    process.kill(next.script, 'SIGTERM');
    await expectEverythingStopped(folder, next);
  }),
);
