import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const touchEveryMs = 1000;
const deadAfterMs = 10_000;

const read = (file) => {
  try {
    return { owner: readFileSync(file, 'utf8'), ageMs: Date.now() - statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
};

const tryToTake = (file) => {
  try {
    writeFileSync(file, randomUUID(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

// Renamed before it is deleted, so that only one of two processes that find a dead owner can delete the owner's file.
const clearDead = (file, owner) => {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside)?.owner === owner) rmSync(aside, { force: true });
  else renameSync(aside, file);
};

const keepTouched = (file) => {
  const timer = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, touchEveryMs);
  const release = () => {
    clearInterval(timer);
    rmSync(file, { force: true });
    process.off('exit', release);
  };
  process.on('exit', release);
  return release;
};

/** Runs `work` while no other process does. Calls `onWait` once if it has to wait. */
export const withInstallLock = async (root, onWait, work) => {
  const file = join(root, 'build', 'install.lock');
  mkdirSync(join(root, 'build'), { recursive: true });
  for (let waited = false; !tryToTake(file); ) {
    const found = read(file);
    if (found !== undefined && found.ageMs > deadAfterMs) clearDead(file, found.owner);
    else {
      if (!waited) onWait();
      waited = true;
      await delay(100);
    }
  }
  const release = keepTouched(file);
  try {
    return await work();
  } finally {
    release();
  }
};
