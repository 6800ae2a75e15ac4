import { expect, it } from 'vitest';
import { isAlive } from '../server/src/processes/index.ts';
import { expectEverythingStopped, gone, start, staying, withService } from './testing/started-service.mjs';

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

it('if the script stays, after kill -9 of the service the database waits for the next start, and SIGTERM stops all', () =>
  withService(staying, {}, async (folder, pids) => {
    process.kill(pids.service, 'SIGKILL');
    expect(await gone(() => !isAlive(pids.script))).toBe(true);
    const next = await start(folder, staying);
    process.kill(next.script, 'SIGTERM');
    await expectEverythingStopped(folder, next);
  }));
