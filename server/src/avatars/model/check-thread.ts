import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { checkModel } from './check-model.ts';
import type { CheckOrder } from './run-check.ts';

const { descriptor, bytes } = workerData as CheckOrder;

parentPort?.postMessage(
  checkModel((place, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, bytes - place)));
    const got = buffer.length === 0 ? 0 : readSync(descriptor, buffer, 0, buffer.length, place);
    return buffer.subarray(0, got);
  }, bytes),
);
