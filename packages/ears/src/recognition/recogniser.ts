export const stoppedText = 'Speech recognition has stopped. Switch the microphone on again, or type instead.';

/** Which part of a segment the samples are: everything so far, or all of it. */
export type SegmentPart = { readonly segment: number; readonly isLast: boolean };

/** Turns sound of 16,000 samples a second into text. */
export type Recogniser = {
  /** True if a request costs more than a little work on this device. */
  readonly isExpensive: boolean;
  /** False while it is still loading. It will answer, but not soon. */
  readonly isReady: boolean;
  /**
   * True if it must be told the end of a segment. Otherwise words that were recognised in time are final, too.
   */
  readonly needsEnd?: boolean;
  /** True if it writes English, with the signs at the end of a sentence. */
  readonly writesSentences?: boolean;
  recognise(samples: Float32Array<ArrayBuffer>, signal: AbortSignal, part: SegmentPart): Promise<string>;
};
