import { setImmediate as nextTurn } from 'node:timers/promises';

const rounds = 4;

/** Heap and what hangs on it outside, after a collection; for programs started with `--expose-gc`. */
export async function bytesInUse(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('start this program with --expose-gc');
  for (let round = 0; round < rounds; round++) {
    // What is freed by callbacks of one collection goes in the next.
    await nextTurn();
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
