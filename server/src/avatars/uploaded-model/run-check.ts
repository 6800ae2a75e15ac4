import { read } from 'node:fs';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { errorCode } from '../../kernel/index.ts';
import type { ModelCheck } from './avatar-model.ts';
import { headerBytes, headerComplaint } from './check-model.ts';

/** A file that is open in this process. Its threads can use the same descriptor. */
export type CheckOrder = { readonly descriptor: number; readonly bytes: number };

const readAt = promisify(read);
const answerLimitMs = 20_000;
const refused: ModelCheck = {
  ok: false,
  complaint: 'The model cannot be used: it is too complex to check.',
};

/**
 * Checks a file. Its document is parsed in a separate thread, because a large document would block all other requests.
 * A file that is no model at all is refused without a thread, which would cost far more than reading its first bytes.
 */
export async function runCheck(order: CheckOrder): Promise<ModelCheck> {
  const { bytesRead, buffer } = await readAt(order.descriptor, Buffer.alloc(headerBytes), 0, headerBytes, 0);
  const complaint = headerComplaint(buffer.subarray(0, bytesRead), order.bytes);
  return complaint === null ? await checkInThread(order) : { ok: false, complaint };
}

async function checkInThread(order: CheckOrder): Promise<ModelCheck> {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    name: 'model check',
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const timer = setTimeout(() => void worker.terminate(), answerLimitMs);
  try {
    return await new Promise<ModelCheck>((resolve, reject) => {
      worker.once('message', resolve);
      // A document that exhausts the thread's memory or time is refused. Any other error is our own fault.
      worker.once('error', (error: unknown) =>
        errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(refused) : reject(error),
      );
      worker.once('exit', () => resolve(refused));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
