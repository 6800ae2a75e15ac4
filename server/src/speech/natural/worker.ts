import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { cpuMsSince } from '../pool/cpu-time.ts';
import type { WorkerOrder, WorkerReport, WorkerStart } from '../pool/worker-messages.ts';
import type { ClauseTiming, NaturalSetup, NaturalUnit } from '../units/unit.ts';
import { loadEngine } from './load-engine.ts';
import { ownModel } from './model/model-file.ts';
import { plainShape } from './people/people.ts';

const { setup, cancelled } = workerData as WorkerStart<NaturalSetup>;

const report = (message: WorkerReport<ClauseTiming>, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer);

const engine = await loadEngine(setup.folder);

/** Code that has run a few times is optimised. Without this, the first real sentence would be slower. */
const rehearsal: NaturalUnit = {
  voice: { model: ownModel, accent: 'us', shape: plainShape },
  text: 'Good day to you, and welcome. How may I help you today?',
  spans: [],
  isFirst: true,
  part: 'whole',
  tailMs: 0,
};

let hasOrder = false;

async function speak({ order, unit }: WorkerOrder<NaturalUnit>): Promise<void> {
  hasOrder = true;
  const begin = process.threadCpuUsage();
  try {
    await engine.speak(unit, {
      timing: (timing) => report({ kind: 'timing', order, timing }),
      audio: (samples) => report({ kind: 'audio', order, samples }, [samples.buffer]),
      isCancelled: () => Atomics.load(cancelled, 0) === order,
    });
    report({ kind: 'done', order, cpuMs: cpuMsSince(begin) });
  } catch (error) {
    report({ kind: 'failed', order, message: error instanceof Error ? error.message : String(error) });
  }
}

async function rehearse(): Promise<void> {
  if (hasOrder) return;
  const nothing = () => undefined;
  await engine.speak(rehearsal, { timing: nothing, audio: nothing, isCancelled: () => hasOrder });
}

/**
 * Reading the lexicons leaves garbage that an idle thread would keep: a second thread takes 140 MB with this and 210 MB
 * without. The lexicons themselves take 32 MB of it. Threads do not share them: every look-up would have to decode its
 * entry from shared memory, and this would save less than collecting the garbage does.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

async function settle(): Promise<void> {
  await rehearse();
  if (!hasOrder) collectGarbage();
}

parentPort?.on('message', speak);
report({ kind: 'ready' });
// A sentence that is already waiting is spoken first.
setTimeout(settle, 20);
