import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { secretFile } from './index.ts';

it('makes a secret once, for its owner only', async () => {
  await using folder = await temporaryFolder();
  expect(await secretFile(folder.path, 'a.key', () => 'first')).toBe('first');
  expect(await secretFile(folder.path, 'a.key', () => 'second')).toBe('first');
  expect((await stat(join(folder.path, 'a.key'))).mode & 0o777).toBe(0o600);
});

it('closes a secret that was left open to others', async () => {
  await using folder = await temporaryFolder();
  await secretFile(folder.path, 'a.key', () => 'first');
  await chmod(join(folder.path, 'a.key'), 0o644);
  await secretFile(folder.path, 'a.key', () => 'second');
  expect((await stat(join(folder.path, 'a.key'))).mode & 0o777).toBe(0o600);
});

it('gives twenty callers that make it at the same instant the same secret', async () => {
  await using folder = await temporaryFolder();
  let count = 0;
  const all = await Promise.all(
    Array.from({ length: 20 }, () => secretFile(folder.path, 'a.key', () => `made ${++count}`)),
  );
  expect(new Set(all).size).toBe(1);
  expect(await readdir(folder.path)).toEqual(['a.key']);
});
