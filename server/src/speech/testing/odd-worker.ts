import { parentPort, workerData } from 'node:worker_threads';
import { fliteRate } from '../flite/flite-voices.ts';
import type { WorkerOrder, WorkerReport, WorkerStart } from '../pool/worker-messages.ts';

/** A thread that speaks like the real one, and hangs, crashes or fails if the first word says so. */
const { cancelled } = workerData as WorkerStart<WebAssembly.Module>;
const pieces = 50;
const report = (message: WorkerReport) => parentPort?.postMessage(message);

parentPort?.on('message', ({ order, unit }: WorkerOrder) => {
  const [input] = unit.text.split(' ');
  if (input === 'hang') for (;;);
  if (input === 'crash') throw new Error('crashed as asked');
  if (input === 'leave') process.exit(3);
  if (input === 'fail') {
    report({ kind: 'failed', order, message: 'failed as asked' });
    return;
  }
  const durationMs = input === 'endless' ? pieces * 100 : input === 'long' ? 2_000 : 100;
  report({
    kind: 'timing',
    order,
    timing: { durationMs, visemes: [{ viseme: 'aa', startMs: 0, durationMs }], words: [] },
  });
  // Runs until it is aborted, like a busy thread that receives no messages.
  do {
    const pieceMs = input === 'long' ? durationMs : 100;
    report({ kind: 'audio', order, samples: new Int16Array((fliteRate * pieceMs) / 1_000) });
    if (input === 'endless') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  } while (input === 'endless' && Atomics.load(cancelled, 0) !== order);
  report({ kind: 'done', order, cpuMs: input === 'endless' ? 60_000 : 0 });
});
report({ kind: 'ready' });
