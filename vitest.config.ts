import { defineConfig } from 'vitest/config';

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
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
