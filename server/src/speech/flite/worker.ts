import { parentPort, workerData } from 'node:worker_threads';
import { cpuMsSince } from '../pool/cpu-time.ts';
import type { WorkerOrder, WorkerReport, WorkerStart } from '../pool/worker-messages.ts';
import { FliteEngine } from './engine.ts';
import type { SpeechUnit, UnitTiming } from './speech-unit.ts';

const { setup, cancelled } = workerData as WorkerStart<WebAssembly.Module>;
const engine = new FliteEngine(setup);

const report = (message: WorkerReport<UnitTiming>, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer);

const rehearsalDelayMs = 20;
let rehearsals = 3;

/** Code that has run a few times is optimised, for all threads. After the first real sentence this is not needed. */
function rehearse(): void {
  if (rehearsals === 0) return;
  rehearsals -= 1;
  const words = 'good day to you and welcome, how may i help you today'.split(' ');
  const unit: SpeechUnit = {
    voice: 'slt',
    words: words.map((name) => ({ name, pause: '', stretch: 1, gain: 1 })),
    leadMs: 0,
    tailMs: 0,
  };
  const nothing = () => undefined;
  engine.speak(unit, { timing: nothing, audio: nothing, isCancelled: () => false });
  setTimeout(rehearse, rehearsalDelayMs);
}

function speak({ order, unit }: WorkerOrder<SpeechUnit>): void {
  rehearsals = 0;
  const begin = process.threadCpuUsage();
  try {
    engine.speak(unit, {
      timing: (timing) => report({ kind: 'timing', order, timing }),
      audio: (samples) => report({ kind: 'audio', order, samples }, [samples.buffer]),
      isCancelled: () => Atomics.load(cancelled, 0) === order,
    });
    report({ kind: 'done', order, cpuMs: cpuMsSince(begin) });
  } catch (error) {
    report({ kind: 'failed', order, message: error instanceof Error ? error.message : String(error) });
  }
  engine.refresh();
}

parentPort?.on('message', speak);
report({ kind: 'ready' });
// A sentence that is already waiting is spoken first.
setTimeout(rehearse, rehearsalDelayMs);
