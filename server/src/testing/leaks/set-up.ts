import { afterAll, expect } from 'vitest';
import { startGuardian } from '../guardian.ts';
import { startLeakCheck } from './leak-check.ts';

/** Generous: sockets of a busy machine close late. A file without leaks does not wait. */
const closeWithinMs = 30_000;

const { testPath = '' } = expect.getState();
/** All files of the server. Browser tests run the service in a process of its own. */
const isChecked = testPath.includes('/server/src/');

// Evaluated before each test file. Hooks run in reverse, so this one runs after those of the file.
if (isChecked) {
  startGuardian();
  const check = startLeakCheck();
  afterAll(() => check.finish(closeWithinMs));
}
