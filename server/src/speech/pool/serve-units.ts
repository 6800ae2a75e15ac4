import { parentPort, workerData } from 'node:worker_threads';
import type { SpeechUnit, UnitSink } from '../units/unit.ts';
import type { WorkerOrder, WorkerReport, WorkerStart } from './worker-messages.ts';

export type UnitService<Voice> = {
  speak(unit: SpeechUnit<Voice>, sink: UnitSink): void | Promise<void>;
  /** Code that has run a few times is optimised. Without this, the first real sentence would be slower. */
  readonly warmUp: { readonly voice: Voice; readonly times: number };
  /** Called after each unit. */
  onDone?(): void;
  /** Called after the rehearsals, if no unit has come yet. */
  onWarmedUp?(): void;
};

const warmUpDelayMs = 20;
const warmUpText = 'Good day to you, and welcome. How may I help you today?';
const nothing = () => undefined;

/** Runs in a thread: speaks the units that its pool sends. */
export function serveUnits<Voice>({ speak, warmUp, onDone, onWarmedUp }: UnitService<Voice>): void {
  const { cancelled } = workerData as WorkerStart;
  const report = (message: WorkerReport, transfer: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, transfer);
  let hasOrder = false;

  const answer = async ({ order, unit }: WorkerOrder<Voice>): Promise<void> => {
    hasOrder = true;
    const begin = process.threadCpuUsage();
    try {
      await speak(unit, {
        timing: (timing) => report({ kind: 'timing', order, timing }),
        audio: (samples) => report({ kind: 'audio', order, samples }, [samples.buffer]),
        isCancelled: () => Atomics.load(cancelled, 0) === order,
      });
      // Processor time, because other work on the machine does not count.
      const { user, system } = process.threadCpuUsage(begin);
      report({ kind: 'done', order, cpuMs: (user + system) / 1_000 });
    } catch (error) {
      report({ kind: 'failed', order, message: error instanceof Error ? error.message : String(error) });
    }
    onDone?.();
  };

  const warmUpNow = async (times: number): Promise<void> => {
    if (hasOrder) return;
    if (times === 0) return onWarmedUp?.();
    const unit: SpeechUnit<Voice> = {
      voice: warmUp.voice,
      text: warmUpText,
      spans: [],
      isFirst: true,
      part: 'whole',
      tailMs: 0,
    };
    await speak(unit, { timing: nothing, audio: nothing, isCancelled: () => hasOrder });
    setTimeout(warmUpNow, warmUpDelayMs, times - 1);
  };

  parentPort?.on('message', answer);
  report({ kind: 'ready' });
  // A sentence that is already waiting is spoken first.
  setTimeout(warmUpNow, warmUpDelayMs, warmUp.times);
}
