/** A kind of voice: what its threads get at the start, what they speak, and the times that they report. */
export type VoiceKind = { readonly setup: unknown; readonly unit: unknown; readonly timing: unknown };

export type WorkerStart<Setup> = {
  readonly setup: Setup;
  /** Shared memory with the number of the order to abort. A busy thread reads it, because it receives no messages. */
  readonly cancelled: Int32Array;
};

export type WorkerOrder<Unit> = { readonly order: number; readonly unit: Unit };

/** What a thread reports about a unit. It may report times several times, each before the audio that they belong to. */
export type UnitReport<Timing> =
  | { readonly kind: 'timing'; readonly order: number; readonly timing: Timing }
  | { readonly kind: 'audio'; readonly order: number; readonly samples: Int16Array<ArrayBuffer> }
  /** With the processor time that it took. */
  | { readonly kind: 'done'; readonly order: number; readonly cpuMs: number }
  | { readonly kind: 'failed'; readonly order: number; readonly message: string };

export type WorkerReport<Timing> = { readonly kind: 'ready' } | UnitReport<Timing>;
