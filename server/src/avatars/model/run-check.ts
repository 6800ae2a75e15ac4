import { Worker } from 'node:worker_threads';
import type { ModelCheck } from './avatar-model.ts';

/** A file that is open in this process. Its threads can use the same descriptor. */
export type CheckOrder = { readonly descriptor: number; readonly bytes: number };

const answerLimitMs = 20_000;
const refused: ModelCheck = {
  ok: false,
  complaint: 'The model cannot be used: it is too intricate to read.',
};

/** Checks a file in a thread of its own: parsing the document of a large model would block all other requests. */
export async function runCheck(order: CheckOrder): Promise<ModelCheck> {
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
      // A document that exhausts the thread's memory or time is refused; anything else is a fault of ours.
      worker.once('error', (error: unknown) =>
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? resolve(refused)
          : reject(error),
      );
      worker.once('exit', () => resolve(refused));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
