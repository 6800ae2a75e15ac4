import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort, plainEnvironment, systemTool, temporaryFolder } from '../../server/src/testing/index.ts';
import { openBrowser } from '../testing/visit.ts';
import { readyClone } from './clone.ts';
import { followReadme } from './follow.ts';

it('the five steps of the README work as they are written, in a clone with installed packages', async (context) => {
  await using folder = await temporaryFolder('readme');
  await using browser = await openBrowser(systemTool(context, 'chromium'));
  const clone = join(folder.path, 'parley');
  await readyClone(clone);
  const steps: string[] = [];
  await followReadme({
    folder: clone,
    browser,
    environment: plainEnvironment(),
    ports: { service: await freePort(), endpoint: await freePort() },
    done: (title) => steps.push(title),
  });
  expect(steps).toHaveLength(5);
});
