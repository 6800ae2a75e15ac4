import { readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckOrder } from './run-check.ts';
// A file that was uploaded contains JSON.
import '../../kernel/index.ts';

// Conversations come first. On Linux this changes the priority of this thread only, on other systems the priority of
// the whole process.
if (process.platform === 'linux') setPriority(10);

// Loaded only now, because loading it takes longer than most checks.
const { checkModel } = await import('./check-model.ts');
const { descriptor, bytes } = workerData as CheckOrder;

parentPort?.postMessage(
  checkModel((offset, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, bytes - offset)));
    const got = buffer.length === 0 ? 0 : readSync(descriptor, buffer, 0, buffer.length, offset);
    return buffer.subarray(0, got);
  }, bytes),
);
