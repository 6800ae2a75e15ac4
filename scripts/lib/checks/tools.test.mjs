import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideTools } from './tools.mjs';

const tool = { name: 'Sox', commands: ['sox-a', 'sox-b'], aptPackage: 'sox', env: 'PARLEY_TEST_TOOL' };
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tools-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('PARLEY_TEST_TOOL', undefined);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('finds a tool under any of its names', async () => {
  writeFileSync(join(folder, 'sox-b'), '');
  chmodSync(join(folder, 'sox-b'), 0o755);
  expect(await provideTools([tool])).toEqual({ PARLEY_TEST_TOOL: join(folder, 'sox-b') });
});

it('uses the tool that the environment names', async () => {
  vi.stubEnv('PARLEY_TEST_TOOL', '/opt/sox');
  expect(await provideTools([tool])).toEqual({ PARLEY_TEST_TOOL: '/opt/sox' });
});

it('says how to get a tool that is missing and cannot be installed', async () => {
  const reason = 'Sox is missing: apt-get install sox, or set PARLEY_TEST_TOOL to its path';
  expect(await provideTools([tool])).toEqual({ PARLEY_TEST_TOOL_MISSING: reason });
  expect(process.stderr.write).toHaveBeenCalledWith(`${reason}. The tests that need it are skipped.\n`);
});
