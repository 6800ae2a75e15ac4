import { Worker } from 'node:worker_threads';
import { contained } from '../../kernel/index.ts';
import type { SpeechUnit } from '../units/unit.ts';
import type { UnitReport, WorkerOrder, WorkerReport, WorkerStart } from './worker-messages.ts';

/** What a thread reports about its unit. */
export type ThreadEvents = {
  report(report: UnitReport): void;
  ready(): void;
  /** It ended by itself or was ended, and reports no more. */
  gone(reason: string): void;
};

/** What a pool needs from a thread. */
export type VoiceThread = {
  speak(unit: SpeechUnit): void;
  /** The thread stops with its next piece of sound, and reports that it is done. */
  cancel(): void;
  end(reason: string): Promise<void>;
  /** Ends a thread that has nothing to do. It does not report that it is gone. */
  retire(): Promise<void>;
};

/** One worker thread, from its start to its end. */
export class Thread implements VoiceThread {
  readonly #worker: Worker;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));
  readonly #events: ThreadEvents;
  #order = 0;
  #isGone = false;

  constructor(setup: unknown, entry: URL, events: ThreadEvents) {
    this.#events = events;
    const workerData: WorkerStart = { setup, cancelled: this.#cancelled };
    // Without its own arguments the thread would get the process's arguments, including a test runner's hooks.
    this.#worker = new Worker(entry, { workerData, execArgv: [], name: 'voice' });
    this.#worker.unref();
    this.#worker.on(
      'message',
      contained(
        (report: WorkerReport) => this.#hear(report),
        () => void this.end('its report could not be handled'),
      ),
    );
    this.#worker.on('error', (error) => this.#leave(error instanceof Error ? error.message : 'it failed'));
    this.#worker.on('exit', (code) => this.#leave(`it ended with code ${code}`));
  }

  speak(unit: SpeechUnit): void {
    this.#order += 1;
    const order: WorkerOrder = { order: this.#order, unit };
    this.#worker.postMessage(order);
  }

  cancel(): void {
    Atomics.store(this.#cancelled, 0, this.#order);
  }

  async end(reason: string): Promise<void> {
    this.#leave(reason);
    await this.#worker.terminate();
  }

  async retire(): Promise<void> {
    this.#isGone = true;
    await this.#worker.terminate();
  }

  #hear(report: WorkerReport): void {
    if (this.#isGone) return;
    if (report.kind === 'ready') this.#events.ready();
    else if (report.order === this.#order) this.#events.report(report);
  }

  #leave(reason: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#events.gone(reason);
  }
}
