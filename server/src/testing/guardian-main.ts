import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { readService } from '../data-folder/index.ts';
import { stopEmbedded } from '../db/index.ts';
import { killAll } from '../processes/index.ts';

// Outlives a killed test run and then cleans up after it.
const folders = new Set<string>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const { folder, done } = JSON.parse(line) as { folder: string; done?: true };
  if (done) folders.delete(folder);
  else folders.add(folder);
}

for (const folder of folders) {
  const service = await readService(folder);
  if (service !== null) await killAll([service.pid]);
  await stopEmbedded(folder);
  await rm(folder, { recursive: true, force: true });
}
