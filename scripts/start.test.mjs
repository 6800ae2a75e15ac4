import { expect, it } from 'vitest';
import { isAlive } from '../server/src/processes/index.ts';
import {
  expectEverythingStopped,
  gone,
  script,
  start,
  underNpm,
  withService,
} from './testing/started-service.mjs';

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

it('after kill -9 of the service the database waits for the next start, and SIGTERM stops all', () =>
  withService([script], {}, async (folder, pids) => {
    process.kill(pids.service, 'SIGKILL');
    expect(await gone(() => !isAlive(pids.script))).toBe(true);
    const next = await start(folder, [script]);
    process.kill(next.script, 'SIGTERM');
    await expectEverythingStopped(folder, next);
  }));
