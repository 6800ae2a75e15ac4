import type { SpeechUnit, UnitTiming } from '../units/unit.ts';

export type WorkerStart<Setup = unknown> = {
  readonly setup: Setup;
  /** Shared memory with the number of the order to abort. A busy thread reads it, because it receives no messages. */
  readonly cancelled: Int32Array;
};

export type WorkerOrder<Voice = unknown> = { readonly order: number; readonly unit: SpeechUnit<Voice> };

/** What a thread reports about a unit. It may report times several times, each before the audio that they belong to. */
export type UnitReport =
  | { readonly kind: 'timing'; readonly order: number; readonly timing: UnitTiming }
  | { readonly kind: 'audio'; readonly order: number; readonly samples: Int16Array<ArrayBuffer> }
  /** With the processor time that it took. */
  | { readonly kind: 'done'; readonly order: number; readonly cpuMs: number }
  | { readonly kind: 'failed'; readonly order: number; readonly message: string };

export type WorkerReport = { readonly kind: 'ready' } | UnitReport;
