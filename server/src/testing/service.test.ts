import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, processesIn } from '../processes/index.ts';
import { runService, startService } from './service.ts';

it('a started service answers, stops cleanly, and leaves neither a process nor a folder behind', async () => {
  const service = await startService();
  const cluster = join(service.dataDir, 'postgres/cluster');
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(service.operatorToken).not.toBe('');
  const ending = await service.stop();
  expect(ending, service.output()).toEqual({ code: 0, signal: null });
  expect(processesIn(cluster, 'postgres')).toEqual([]);
  await service[Symbol.asyncDispose]();
  await expect(access(service.dataDir)).rejects.toThrow('ENOENT');
});

it('a killed service leaves nothing behind, either', async () => {
  const service = await startService();
  const cluster = join(service.dataDir, 'postgres/cluster');
  expect(await service.kill('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  const [server] = processesIn(cluster, 'postgres');
  expect(server).toBeDefined();
  await service[Symbol.asyncDispose]();
  expect(server === undefined || isAlive(server)).toBe(false);
});

it('a service that refuses to start returns its exit code and output', async () => {
  const { code, output } = await runService({ env: { PORT: 'none' } });
  expect(code).toBe(1);
  expect(output).toContain('PORT');
});
