import { setImmediate as nextTurn } from 'node:timers/promises';

const rounds = 4;

/** The heap and its external memory after a collection. The program must run with `--expose-gc`. */
export async function bytesInUse(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('start this program with --expose-gc');
  for (let round = 0; round < rounds; round++) {
    // The next collection removes what callbacks of this one free.
    await nextTurn();
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
