/** Turns sound of 16,000 samples a second into text. */
export type Recogniser = {
  /** True if a request costs more than a little work on this device. */
  readonly isExpensive: boolean;
  /** False while it is still loading. It will answer, but not soon. */
  readonly isReady: boolean;
  recognise(samples: Float32Array<ArrayBuffer>, signal: AbortSignal): Promise<string>;
};
