import { defineConfig } from 'vitest/config';
import { stateDeadlineMs, testDeadlineMs } from './server/src/testing/deadlines.ts';

/** Browser walks that take minutes: all of them run by `npm test -- e2e`. */
const longOnes = [
  'e2e/dashboard-keys.test.ts',
  'e2e/dashboard-looks.test.ts',
  'e2e/dashboard-pages.test.ts',
  'e2e/dashboard-people.test.ts',
  'e2e/dashboard-security.test.ts',
  'e2e/dashboard-sessions.test.ts',
  'e2e/dashboard-webhooks.test.ts',
  'e2e/avatar-page-use.test.ts',
  'e2e/device-voice.test.ts',
  'e2e/ears.test.ts',
  'e2e/face.test.ts',
  'e2e/face-steps.test.ts',
  'e2e/packages.test.ts',
  'e2e/react.test.ts',
  'e2e/sdk.test.ts',
  'e2e/sdk-frame.test.ts',
];

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
    exclude: ['**/node_modules/**', ...(process.env.PARLEY_LONG_TESTS === '1' ? [] : longOnes)],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: testDeadlineMs,
    hookTimeout: testDeadlineMs,
    expect: { poll: { timeout: stateDeadlineMs, interval: 20 } },
  },
});
