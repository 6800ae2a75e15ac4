import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

it.each([
  [[], 'Say which soak to run'],
  [['toString'], 'There is no soak "toString"'],
])('npm run soak -- %j lists the names there are', (words, problem) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `${problem}: npm run soak -- NAME, with one of limits, crash-cycle, crash-sessions, webhooks, scale, slow-clients, memory, hostile, hostile-day, fuzz, attacks, changes.\n`,
  );
});
