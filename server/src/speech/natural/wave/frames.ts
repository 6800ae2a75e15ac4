/** The model's sound: 24 kHz, a frame every 12.5 ms, each with a window of 50 ms. */
export const sampleRate = 24_000;
export const hop = 300;
export const windowSize = 1_200;
export const bins = windowSize / 2 + 1;
export const frameMs = (1_000 * hop) / sampleRate;

/** The model's description of the sound: one row for each bin of the spectrum, one column for each frame. */
export type SpectralParts = {
  readonly frames: number;
  /** Loudness and phase of the voice: a filter that the pulses pass. Loudness is a natural logarithm. */
  readonly voiceLevel: Float32Array;
  readonly voicePhase: Float32Array;
  /** Loudness of the noise. */
  readonly noiseLevel: Float32Array;
  /** Sound that is neither voice nor noise, such as the burst of a plosive. */
  readonly restLevel: Float32Array;
  readonly restPhase: Float32Array;
};
