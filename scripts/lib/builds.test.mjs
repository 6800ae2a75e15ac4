import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isBuilt, server, serverProgram, stampOf, web } from './builds.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-builds-'));
  mkdirSync(join(root, 'web', 'page'), { recursive: true });
  writeFileSync(join(root, 'web', 'page', 'main.ts'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

test('pages are stale until their stamp matches the current sources, and again after a change', () => {
  const wanted = stampOf(root, web);
  expect(isBuilt(root, web, wanted)).toBe(false);
  mkdirSync(join(root, 'build', 'web'), { recursive: true });
  writeFileSync(join(root, 'build', 'web', '.stamp'), wanted);
  expect(isBuilt(root, web, stampOf(root, web))).toBe(true);
  writeFileSync(join(root, 'web', 'page', 'main.ts'), 'two');
  expect(isBuilt(root, web, stampOf(root, web))).toBe(false);
});

test('tests and installed packages do not make pages stale', () => {
  const before = stampOf(root, web);
  writeFileSync(join(root, 'web', 'page', 'main.test.ts'), 'a test');
  mkdirSync(join(root, 'web', 'node_modules'));
  writeFileSync(join(root, 'web', 'node_modules', 'some.js'), 'a package');
  expect(stampOf(root, web)).toBe(before);
});

test('the service is stale after a change of one of its files', () => {
  mkdirSync(join(root, 'server', 'src'), { recursive: true });
  const file = join(root, 'server', 'src', 'main.ts');
  writeFileSync(file, 'one');
  utimesSync(file, 1, 1);
  const before = stampOf(root, server);
  utimesSync(file, 2, 2);
  expect(stampOf(root, server)).not.toBe(before);
});

test('its sources are run if it cannot be built', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = () => serverProgram(root, process.execPath, 'main', 'server/src/main.ts');
  mkdirSync(join(root, 'server'));
  writeFileSync(join(root, 'server', 'build.ts'), 'process.exit(1);');
  expect(program()).toBe(join(root, 'server/src/main.ts'));
  writeFileSync(join(root, 'server', 'build.ts'), '');
  expect(program()).toBe(join(root, 'server/dist/main.js'));
  vi.restoreAllMocks();
});
