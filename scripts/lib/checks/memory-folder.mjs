import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

// Much to spare: a whole run had half a gigabyte of files at its peak.
const neededBytes = 3 * 1_024 ** 3;

const canRunPrograms = (folder) => {
  const inside = mkdtempSync(join(folder, 'parley-try-'));
  try {
    const file = join(inside, 'program');
    writeFileSync(file, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
    return spawnSync(file).status === 0;
  } finally {
    rmSync(inside, { recursive: true });
  }
};

/**
 * Tests make some hundred databases of 700 files each. On a disk, to make and delete one took 300 ms of
 * processor time, even if nothing is synced; in memory it takes 35. A folder that is set by hand is kept.
 */
export const memoryFolder = (folder = '/dev/shm', { needed = neededBytes, env = process.env } = {}) => {
  if (env.TMPDIR !== undefined || !existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  const isLarge = bavail * bsize >= needed && freemem() >= needed;
  return isLarge && canRunPrograms(folder) ? { TMPDIR: folder } : {};
};
