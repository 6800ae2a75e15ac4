import { parentPort, workerData } from 'node:worker_threads';
import { FliteEngine } from './engine.ts';
import type { SpeechUnit } from './speech-unit.ts';
import type { WorkerOrder, WorkerReport, WorkerStart } from './worker-messages.ts';

const { module, cancelled } = workerData as WorkerStart;
const engine = new FliteEngine(module);

const report = (message: WorkerReport, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer);

/** Code that has run a few times is compiled better, for all threads. */
function warmUp(): void {
  const words = 'good day to you and welcome, how may i help you today'.split(' ');
  const unit: SpeechUnit = {
    voice: 'slt',
    words: words.map((name) => ({ name, pause: '', stretch: 1, gain: 1 })),
    leadMs: 0,
    tailMs: 0,
  };
  const nothing = () => undefined;
  for (let round = 0; round < 3; round += 1) {
    engine.speak(unit, { timing: nothing, audio: nothing, isCancelled: () => false });
  }
}

function speak({ order, unit }: WorkerOrder): void {
  try {
    engine.speak(unit, {
      timing: (timing) => report({ kind: 'timing', order, timing }),
      audio: (samples) => report({ kind: 'audio', order, samples }, [samples.buffer]),
      isCancelled: () => Atomics.load(cancelled, 0) === order,
    });
    report({ kind: 'done', order });
  } catch (error) {
    report({ kind: 'failed', order, message: error instanceof Error ? error.message : String(error) });
  }
  engine.refresh();
}

warmUp();
parentPort?.on('message', speak);
report({ kind: 'ready' });
