import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root as parley } from '../root.mjs';
import { mendPackages } from './mend-packages.mjs';

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
  expect(readdirSync(sourceFolder())).toEqual(['connection.js']);
});

it('leaves other versions alone, and does nothing if there is no such package', () => {
  mendPackages(root);
  install('3.5.0', '    clearImmediate(nextWriteTimer)\n');
  mendPackages(root);
  expect(installed()).toBe('    clearImmediate(nextWriteTimer)\n');
});

it('every correction has a place in the installed package', () => {
  const folder = join(parley, 'node_modules', 'postgres');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(version).toBe('3.4.9');
  const text = readFileSync(join(folder, 'src', 'connection.js'), 'utf8');
  expect(text.match(/chunk = nextWriteTimer = null/g)).toHaveLength(3);
  expect(text).toContain('socket !== null && socket.write');
  expect(text).toContain('initial && !hadError');
});
