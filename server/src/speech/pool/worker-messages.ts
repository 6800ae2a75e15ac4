import type { SpeechUnit, UnitTiming } from '../flite/speech-unit.ts';

export type WorkerStart = {
  readonly module: WebAssembly.Module;
  /** Shared memory with the number of the order to abort. A busy thread reads it, because it receives no messages. */
  readonly cancelled: Int32Array;
};

export type WorkerOrder = { readonly order: number; readonly unit: SpeechUnit };

export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'timing'; readonly order: number; readonly timing: UnitTiming }
  | { readonly kind: 'audio'; readonly order: number; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'done'; readonly order: number }
  | { readonly kind: 'failed'; readonly order: number; readonly message: string };
