/** Turns 16,000 samples a second into words. */
export type Recogniser = {
  /** Whether asking costs more than a little work on this device. */
  readonly costs: boolean;
  recognise(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string>;
};
