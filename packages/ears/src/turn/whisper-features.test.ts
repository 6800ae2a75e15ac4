import { describe, expect, it } from 'vitest';
import numpy from './testing/numpy-features.json' with { type: 'json' };
import { featureFrames, melBands, WhisperFeatures, windowFrames } from './whisper-features.ts';

/** A rising tone with noise. The numbers in the file were made of the same sound by the NumPy code of the model's package. */
const sound = (samples: number) =>
  Float32Array.from(
    { length: samples },
    (_, t) =>
      0.3 * Math.sin((2 * Math.PI * (200 + t / 40) * t) / 16_000) * (1 + Math.sin(t / 900)) +
      0.02 * Math.sin(t * t * 0.37) +
      0.01,
  );

describe('the features of a sound', () => {
  it.each([
    ['shorter than the window', numpy.short],
    ['longer than the window', numpy.long],
  ])('[EA40] %s are those of NumPy', (_what, { samples, points, mean }) => {
    const features = new WhisperFeatures(windowFrames).of(sound(samples));
    expect(features).toHaveLength(melBands * windowFrames);
    for (const [band = 0, frame = 0, value = 0] of points)
      expect(features[band * windowFrames + frame]).toBeCloseTo(value, 3);
    expect(features.reduce((sum, value) => sum + value, 0) / features.length).toBeCloseTo(mean, 4);
  });

  it('[EA40] of the last seconds are the last of all', () => {
    const short = sound(featureFrames * 160);
    const last = new WhisperFeatures().of(short);
    const all = new WhisperFeatures(windowFrames).of(short);
    for (const [band, frame] of [
      [0, 0],
      [40, 7],
      [79, featureFrames - 1],
    ] as const)
      expect(last[band * featureFrames + frame]).toBe(
        all[band * windowFrames + windowFrames - featureFrames + frame],
      );
  });

  it('[EA40] of silence are even', () => {
    const features = new WhisperFeatures().of(new Float32Array(16_000));
    expect(new Set(features)).toHaveLength(1);
  });
});
