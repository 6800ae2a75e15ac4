import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withInstallLock } from './install-lock.mjs';

let root;
const file = () => join(root, 'build/install.lock');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-lock-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('lets five simultaneous callers in one at a time, and calls onWait once for each that waits', async () => {
  let inside = 0;
  let most = 0;
  let waited = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => withInstallLock(root, () => (waited += 1), work)));
  expect({ most, waited }).toEqual({ most: 1, waited: 4 });
  expect(existsSync(file())).toBe(false);
});

it('is released when the work fails', async () => {
  const failing = withInstallLock(
    root,
    () => {},
    () => Promise.reject(new Error('no network')),
  );
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(file())).toBe(false);
});

it('is taken from an owner that has not touched it for a long time', async () => {
  mkdirSync(join(root, 'build'));
  writeFileSync(file(), 'killed');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file(), longAgo, longAgo);
  expect(
    await withInstallLock(
      root,
      () => {},
      () => 'done',
    ),
  ).toBe('done');
});
