import { describe, expect, it } from 'vitest';
import { RealFft } from './fft.ts';

const wave = (size: number) => Float64Array.from({ length: size }, (_, n) => Math.sin(n * n * 0.37) + 0.2);

/** The transform by its definition. */
function slowTransform(samples: Float64Array, bin: number): [number, number] {
  let [re, im] = [0, 0];
  samples.forEach((sample, n) => {
    const angle = (-2 * Math.PI * bin * n) / samples.length;
    re += sample * Math.cos(angle);
    im += sample * Math.sin(angle);
  });
  return [re, im];
}

describe('the Fourier transform', () => {
  it.each([4, 8, 12, 20, 60, 1200])(
    '[SP91] of %i samples matches its definition, and can be inverted',
    (size) => {
      const fft = new RealFft(size);
      const samples = wave(size);
      const [re, im, back] = [new Float64Array(fft.bins), new Float64Array(fft.bins), new Float64Array(size)];
      fft.forward(samples, re, im);
      for (let bin = 0; bin < fft.bins; bin += Math.max(1, Math.floor(fft.bins / 40))) {
        const [slowRe, slowIm] = slowTransform(samples, bin);
        expect(re[bin]).toBeCloseTo(slowRe, 8);
        expect(im[bin]).toBeCloseTo(slowIm, 8);
      }
      fft.inverse(re, im, back);
      expect(Math.max(...back.map((sample, n) => Math.abs(sample - (samples[n] ?? 0))))).toBeLessThan(1e-10);
    },
  );

  it('[SP91] other sizes are refused', () => {
    expect(() => new RealFft(14)).toThrow('14');
  });
});
