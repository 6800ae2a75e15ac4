import { afterAll, expect } from 'vitest';
import { startGuardian } from '../guardian.ts';
import { startLeakCheck } from './leak-check.ts';

/** Generous: sockets of a busy machine close late. A file without leaks does not wait. */
const closeWithinMs = 30_000;

const { testPath = '' } = expect.getState();

/** Modules that open sockets, serve them or set timers. */
const modules =
  'http|live|management|webhooks|outbound|db|sign-in|mail|keys|avatars|bus|brain|conversations|hearing|installation|user-data|analytics|cli|kernel';

/** Files that still leave something open. Mend one and take it off the list. */
const notYet = [
  'brain/gateway/gateway.contract.test.ts',
  'brain/model/model.contract.test.ts',
  'db/check-database.test.ts',
  'keys/key-update.test.ts',
  'keys/keys.test.ts',
  'outbound/guarded-connect.test.ts',
];

const isChecked =
  new RegExp(`/server/src/(${modules}|testing/leaks)/`).test(testPath) &&
  !notYet.some((file) => testPath.endsWith(`/${file}`));

// Evaluated before each test file. Hooks run in reverse, so this one runs after those of the file.
if (isChecked) {
  startGuardian();
  const check = startLeakCheck();
  afterAll(() => check.finish(closeWithinMs));
}
