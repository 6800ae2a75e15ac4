/** Turns 16,000 samples a second into words. */
export type Recogniser = {
  /** Whether asking costs more than a little work on this device. */
  readonly isExpensive: boolean;
  /** False while it still loads: it will answer, but not soon. */
  readonly isReady: boolean;
  recognise(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string>;
};
