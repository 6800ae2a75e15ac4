import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { stateDeadlineMs, testDeadlineMs } from './server/src/testing/deadlines.ts';
import { LongFirst } from './server/src/testing/long-first.ts';

/** Tests that a plain `npm test` leaves out, each with the reason. By name they run: `npm test -- e2e`. */
const longTests = Object.keys(
  JSON.parse(readFileSync(new URL('scripts/long-tests.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >,
);

/** Four processes of tests then take 0.8 to 1.3 GB each. */
const plentyBytes = 8 * 1_024 ** 3;

export default defineConfig({
  test: {
    include: [
      'scripts/**/*.test.mjs',
      'server/src/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'web/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...(process.env.PARLEY_LONG_TESTS === '1' ? [] : longTests)],
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['server/src/testing/leaks/set-up.ts', 'server/src/testing/compiled-modules.ts'],
    pool: 'forks',
    isolate: false,
    // The tests run as the service does: Node imports the sources itself. That takes less time than to transform them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most files wait for something half of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Each app of a test leaves much garbage, which is then collected less often.
    execArgv: [
      '--max-semi-space-size=64',
      ...(totalmem() >= plentyBytes ? ['--initial-heap-size=1500'] : []),
    ],
    testTimeout: testDeadlineMs,
    hookTimeout: testDeadlineMs,
    expect: { poll: { timeout: stateDeadlineMs, interval: 40 } },
  },
});
