import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root as parley } from '../root.mjs';
import { mendPackages, mends } from './mend-packages.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-mend-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const sourceFolder = () => join(root, 'node_modules', 'postgres', 'src');
const install = (version, text) => {
  mkdirSync(sourceFolder(), { recursive: true });
  writeFileSync(join(sourceFolder(), '..', 'package.json'), JSON.stringify({ version }));
  writeFileSync(join(sourceFolder(), 'connection.js'), text);
  writeFileSync(join(sourceFolder(), 'index.js'), '');
};
const installed = () => readFileSync(join(sourceFolder(), 'connection.js'), 'utf8');

it('corrects a package once, and leaves nothing else in its folder', () => {
  install('3.4.9', '    clearImmediate(nextWriteTimer)\n');
  mendPackages(root);
  const mended = '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n';
  expect(installed()).toBe(mended);
  const { mtimeMs } = statSync(join(sourceFolder(), 'connection.js'));
  mendPackages(root);
  expect(installed()).toBe(mended);
  expect(statSync(join(sourceFolder(), 'connection.js')).mtimeMs).toBe(mtimeMs);
  expect(readdirSync(sourceFolder())).toEqual(['connection.js', 'index.js']);
});

it('leaves other versions alone, and does nothing if there is no such package', () => {
  mendPackages(root);
  install('3.5.0', '    clearImmediate(nextWriteTimer)\n');
  mendPackages(root);
  expect(installed()).toBe('    clearImmediate(nextWriteTimer)\n');
});

it('every correction has a place in the installed package', () => {
  for (const { name, version, file, changes } of mends) {
    const folder = join(parley, 'node_modules', name);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version).toBe(version);
    const text = readFileSync(join(folder, file), 'utf8');
    for (const { to } of changes) expect(text).toContain(to);
  }
  const driver = join(parley, 'node_modules', 'postgres', 'src', 'connection.js');
  expect(readFileSync(driver, 'utf8').match(/chunk = nextWriteTimer = null/g)).toHaveLength(3);
});
