import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFresh, markFresh, markStale, missingPackages } from './freshness.mjs';

let root;

const write = (path, value) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(value));
};
const locked = { 'node_modules/a': { version: '1.0.0' } };
const setLocked = (packages) => write('package-lock.json', { packages });
const setInstalled = (packages) => write('node_modules/.package-lock.json', { packages });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-fresh-'));
  write('package.json', { workspaces: ['server', 'packages/*', 'web/*'] });
  write('server/package.json', {});
  write('packages/one/package.json', {});
  setLocked(locked);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('is stale if nothing is installed', () => {
  expect(isFresh(root)).toBe(false);
});

it('is fresh after our own install, even if npm listed nothing', () => {
  mkdirSync(join(root, 'node_modules'));
  markFresh(root);
  expect(isFresh(root)).toBe(true);
});

it('is fresh after a complete install by hand', () => {
  setInstalled(locked);
  expect(isFresh(root)).toBe(true);
});

it.each([
  ['the lock file asks for more', () => setLocked({ ...locked, 'node_modules/b': { version: '2.0.0' } })],
  ['the lock file asks for another version', () => setLocked({ 'node_modules/a': { version: '1.0.1' } })],
])('is stale when %s', (_, change) => {
  setInstalled(locked);
  markFresh(root);
  change();
  expect(isFresh(root)).toBe(false);
});

it.each([['server/package.json'], ['packages/one/package.json'], ['packages/two/package.json']])(
  'is checked again when %s changes',
  (path) => {
    mkdirSync(join(root, 'node_modules'));
    markFresh(root);
    write(path, { dependencies: { a: '1.0.0' } });
    expect(isFresh(root)).toBe(false);
    setInstalled(locked);
    expect(isFresh(root)).toBe(true);
  },
);

it('is stale while an install is in progress or after it was interrupted', () => {
  mkdirSync(join(root, 'node_modules'));
  markFresh(root);
  markStale(root);
  expect(isFresh(root)).toBe(false);
});

it('requires no optional package, no link and no workspace', () => {
  const wanted = {
    '': { version: '1.0.0' },
    server: { version: '1.0.0' },
    'node_modules/@parley/server': { link: true },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
    'server/node_modules/needed': { version: '1.0.0' },
  };
  expect(missingPackages(wanted, {})).toEqual(['server/node_modules/needed']);
});
