import { afterAll, expect } from 'vitest';
import { startGuardian } from '../guardian.ts';
import { startLeakCheck } from './leak-check.ts';

/** Generous: sockets of a busy machine close late. A file without leaks does not wait. */
const closeWithinMs = 30_000;

const { testPath = '' } = expect.getState();
/** All files of the server. Browser tests run the service in a separate process. */
const isChecked = testPath.includes('/server/src/');

// Evaluated before each test file. Hooks run in reverse order, so this one runs after the file's own hooks.
if (isChecked) {
  startGuardian();
  const check = startLeakCheck();
  afterAll(() => check.finish(closeWithinMs));
}
