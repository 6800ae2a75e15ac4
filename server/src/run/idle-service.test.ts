import { expect, it } from 'vitest';
import { memoryOf, processTree } from '../processes/testing/memory.ts';
import { startService } from '../testing/index.ts';

const megabyte = 1_024 * 1_024;
/** npm's own Node adds about 55 MiB, and the total must stay below 250. */
const limitMegabytes = 205;

const onLinux = process.platform === 'linux';

it.runIf(onLinux)(`an idle service and its database hold less than ${limitMegabytes} MiB`, async () => {
  await using service = await startService({ env: { LOG_LEVEL: 'debug' } });
  // By then everything that loads after the start is loaded.
  await expect.poll(() => service.output()).toContain('returned unused memory');
  const heldMegabytes = () => Math.round(memoryOf(processTree(service.pid)).total / megabyte);
  expect(processTree(service.pid).length, 'processes').toBeGreaterThan(5);
  expect(heldMegabytes()).toBeGreaterThan(50);
  await expect.poll(heldMegabytes).toBeLessThan(limitMegabytes);
});
