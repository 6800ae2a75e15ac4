import type { SpeechUnit, UnitTiming } from './speech-unit.ts';

export type WorkerStart = {
  readonly module: WebAssembly.Module;
  /** Its one number is the order that is called off; read while the thread is busy and hears no messages. */
  readonly cancelled: Int32Array;
};

export type WorkerOrder = { readonly order: number; readonly unit: SpeechUnit };

export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'timing'; readonly order: number; readonly timing: UnitTiming }
  | { readonly kind: 'audio'; readonly order: number; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'done'; readonly order: number }
  | { readonly kind: 'failed'; readonly order: number; readonly message: string };
