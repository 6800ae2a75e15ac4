import { parentPort, workerData } from 'node:worker_threads';
import { fliteRate } from '../flite/speech-unit.ts';
import type { WorkerOrder, WorkerReport, WorkerStart } from '../flite/worker-messages.ts';

/** A thread that speaks like the real one, and does to itself what the first word says. */
const { cancelled } = workerData as WorkerStart;
const pieces = 50;
const report = (message: WorkerReport) => parentPort?.postMessage(message);

parentPort?.on('message', ({ order, unit }: WorkerOrder) => {
  const wish = unit.words[0]?.name;
  if (wish === 'hang') for (;;);
  if (wish === 'crash') throw new Error('crashed as asked');
  if (wish === 'leave') process.exit(3);
  if (wish === 'fail') {
    report({ kind: 'failed', order, message: 'failed as asked' });
    return;
  }
  const durationMs = wish === 'endless' ? pieces * 100 : wish === 'long' ? 2_000 : 100;
  report({
    kind: 'timing',
    order,
    timing: { durationMs, visemes: [{ viseme: 'aa', startMs: 0, durationMs }], words: [[0, durationMs]] },
  });
  // Until it is called off: what a thread does that is busy and hears no messages.
  do {
    const pieceMs = wish === 'long' ? durationMs : 100;
    report({ kind: 'audio', order, samples: new Int16Array((fliteRate * pieceMs) / 1_000) });
    if (wish === 'endless') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  } while (wish === 'endless' && Atomics.load(cancelled, 0) !== order);
  report({ kind: 'done', order });
});
report({ kind: 'ready' });
