/** The recognisers need 16,000 samples a second, in frames of 512. */
export const captureRate = 16_000;
export const frameSamples = 512;
export const frameMs = (frameSamples / captureRate) * 1000;
