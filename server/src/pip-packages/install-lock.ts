import { readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { isAlive, waitFor } from '../processes/index.ts';

/** Older locks are stale: no installation takes this long. Process ids prove nothing if containers share a folder. */
const staleAfterMs = 10 * 60_000;
/** The longest time between creating the file and writing to it. */
const emptyForMs = 5_000;

/** Whether another process is installing right now. */
export function isLocked(file: string): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    const ageMs = Date.now() - statSync(file).mtimeMs;
    return text === '' ? ageMs < emptyForMs : isAlive(Number(text)) && ageMs < staleAfterMs;
  } catch {
    return false;
  }
}

/**
 * Waits until no other process holds the lock, then takes it; null if that takes too long. Two processes that both find
 * a lock of a dead process could both take it. Then both install, and only one succeeds in the rename at the end.
 */
export async function takeInstallLock(file: string, limitMs: number): Promise<AsyncDisposable | null> {
  const taken = await waitFor(
    async () => {
      if (await tryLock(file)) return true;
      if (!isLocked(file)) await rm(file, { force: true });
      return undefined;
    },
    { limitMs, everyMs: 100 },
  );
  if (taken === undefined) return null;
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

async function tryLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
