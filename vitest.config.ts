import { readFileSync } from 'node:fs';
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

export default defineConfig({
  test: {
    include: [
      'scripts/**/*.test.mjs',
      'server/src/**/*.test.ts',
      'packages/*/src/**/*.test.{ts,tsx}',
      'bench/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'web/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...(process.env.PARLEY_LONG_TESTS === '1' ? [] : longTests)],
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['server/src/testing/leaks/set-up.ts'],
    pool: 'forks',
    isolate: false,
    // Most files wait for something half of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Each app of a test leaves much garbage, which is then collected less often.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: testDeadlineMs,
    hookTimeout: testDeadlineMs,
    expect: { poll: { timeout: stateDeadlineMs, interval: 40 } },
  },
});
