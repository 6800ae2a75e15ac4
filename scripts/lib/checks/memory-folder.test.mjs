import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryFolder } from './memory-folder.mjs';

const inFolder = (work) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-memory-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

it('is used if it is large enough, and nothing is left in it', () => {
  inFolder((folder) => {
    expect(memoryFolder(folder, { needed: 1, env: {} })).toEqual({ TMPDIR: folder });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('is not used if it is too small or missing, or if another folder was chosen', () => {
  inFolder((folder) => {
    expect(memoryFolder(folder, { needed: Number.MAX_SAFE_INTEGER, env: {} })).toEqual({});
    expect(memoryFolder(join(folder, 'none'), { needed: 1, env: {} })).toEqual({});
    expect(memoryFolder(folder, { needed: 1, env: { TMPDIR: '/var/tmp' } })).toEqual({});
  });
});
