import { afterAll, expect } from 'vitest';
import { startGuardian } from '../guardian.ts';
import { startLeakCheck } from './leak-check.ts';

/** Generous: sockets of a busy machine close late. A file without leaks does not wait. */
const closeWithinMs = 30_000;

const { testPath = '' } = expect.getState();

// Evaluated before each test file. Hooks run in reverse, so this one runs after those of the file.
if (/\/server\/src\//.test(testPath)) {
  startGuardian();
  const check = startLeakCheck();
  afterAll(() => check.finish(closeWithinMs));
}
