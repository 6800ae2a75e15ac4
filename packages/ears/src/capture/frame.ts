/** What the recognisers want: 16,000 samples a second, in frames of 512. */
export const hearingRate = 16_000;
export const frameSamples = 512;
export const frameMs = (frameSamples / hearingRate) * 1000;
