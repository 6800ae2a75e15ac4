import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { systemTool } from '../../server/src/testing/index.ts';

it('the README alone leads from an empty clone to an avatar on the reader’s own page', async (context) => {
  // Vitest sets this variable, which is also a setting of the service.
  const { BASE_URL: _, ...given } = process.env;
  const env = { ...given, PARLEY_CHROMIUM: systemTool(context, 'chromium') };
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'readme'], { env });
  console.log(stdout);
  expect(stdout).toContain('in all');
});
