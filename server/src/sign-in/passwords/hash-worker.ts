import { argon2Sync, scryptSync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashOrder } from './hashing-thread.ts';

// Conversations come first. On Linux this changes the priority of this thread only, on other systems the priority of
// the whole process.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', ({ id, password, salt, length, by }: HashOrder) => {
  const key =
    'memory' in by
      ? argon2Sync('argon2id', { message: password, nonce: salt, tagLength: length, ...by })
      : scryptSync(password, salt, length, by);
  parentPort?.postMessage({ id, key } satisfies HashAnswer);
});
