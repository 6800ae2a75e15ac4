import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { stopEmbedded } from '../db/index.ts';
import { killAll } from '../processes/index.ts';

// Outlives a test run that is killed, and then removes what the run had no time to remove.
const folders = new Map<string, number | undefined>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const { folder, pid, done } = JSON.parse(line) as { folder: string; pid?: number; done?: true };
  if (done) folders.delete(folder);
  else folders.set(folder, pid);
}

for (const [folder, pid] of folders) {
  if (pid !== undefined) await killAll([pid]);
  await stopEmbedded(folder);
  await rm(folder, { recursive: true, force: true });
}
