import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readService } from '../server/src/data-folder/index.ts';
import { stopEmbedded } from '../server/src/db/index.ts';
import { isAlive, processesIn, waitFor } from '../server/src/processes/index.ts';
import { freePort, patience, plainEnvironment, seededDataFolder } from '../server/src/testing/index.ts';
import { root } from './lib/root.mjs';

const start = async (folder) => {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { ...plainEnvironment(), DATA_DIR: folder, PORT: String(await freePort()), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  const ready = async () => {
    if (!isAlive(child.pid)) throw new Error('the service did not start');
    const service = await readService(folder);
    return service?.state === 'ready' ? service : undefined;
  };
  return { wrapper: child.pid, service: (await waitFor(ready, patience)).pid };
};

const gone = (probe) => waitFor(() => probe() || undefined, patience);

it.each([
  ['SIGTERM', 'wrapper'],
  ['SIGINT', 'wrapper'],
  ['SIGKILL', 'wrapper'],
  ['SIGTERM', 'service'],
])('%s to the %s stops the script, the service and its database', async (signal, target) => {
  await using folder = await seededDataFolder('start');
  const cluster = join(folder.path, 'postgres/cluster');
  const pids = await start(folder.path);
  try {
    process.kill(pids[target], signal);
    expect(await gone(() => !isAlive(pids.wrapper))).toBe(true);
    expect(await gone(() => !isAlive(pids.service))).toBe(true);
    expect(processesIn(cluster, 'postgres')).toEqual([]);
    expect(await readService(folder.path)).toBeNull();
  } finally {
    if (isAlive(pids.service)) process.kill(pids.service, 'SIGKILL');
    await stopEmbedded(folder.path);
  }
});

it('after kill -9 of the service the script ends with its code, and the database waits for the next start', async () => {
  await using folder = await seededDataFolder('start');
  const pids = await start(folder.path);
  process.kill(pids.service, 'SIGKILL');
  expect(await gone(() => !isAlive(pids.wrapper))).toBe(true);
  const next = await start(folder.path);
  process.kill(next.wrapper, 'SIGTERM');
  expect(await gone(() => !isAlive(next.service))).toBe(true);
  expect(processesIn(join(folder.path, 'postgres/cluster'), 'postgres')).toEqual([]);
});
