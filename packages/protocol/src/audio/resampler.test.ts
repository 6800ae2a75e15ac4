import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Resampler } from './resampler.ts';

const tone = (hertz: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

const loudness = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

const middle = (samples: Float32Array): Float32Array =>
  samples.subarray(samples.length >> 2, (3 * samples.length) >> 2);

describe.each([44_100, 48_000, 96_000, 8_000, 16_000])('sound of %i samples a second', (rate) => {
  it('keeps its length, and a tone keeps its pitch and loudness', () => {
    const heard = new Resampler(rate, 16_000).push(tone(440, rate, 1));
    expect(heard.length).toBeGreaterThan(15_900);
    expect(heard.length).toBeLessThanOrEqual(16_000);
    const wanted = tone(440, 16_000, 1);
    const worst = heard.reduce(
      (most, sample, i) =>
        i < 200 || i > 15_800 ? most : Math.max(most, Math.abs(sample - (wanted[i] ?? 0))),
      0,
    );
    expect(worst).toBeLessThan(0.02);
  });
});

describe('a resampler', () => {
  it('removes frequencies that the lower rate cannot hold, without aliasing', () => {
    const heard = new Resampler(48_000, 16_000).push(tone(11_000, 48_000, 1));
    expect(loudness(middle(heard))).toBeLessThan(0.01);
  });

  it('returns the last samples when it is flushed', () => {
    const resampler = new Resampler(16_000, 24_000);
    const pushed = resampler.push(tone(440, 16_000, 1));
    expect(pushed.length + resampler.flush().length).toBe(23_999);
  });

  it('gives the same result whatever pieces the sound comes in', () => {
    const sound = tone(300, 44_100, 0.2);
    const whole = new Resampler(44_100, 16_000).push(sound);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 5, maxLength: 60 }), (sizes) => {
        const resampler = new Resampler(44_100, 16_000);
        const pieces: number[] = [];
        let at = 0;
        for (const size of [...sizes, sound.length]) {
          pieces.push(...resampler.push(sound.subarray(at, at + size)));
          at += size;
        }
        expect(pieces.length).toBe(whole.length);
        for (let i = 0; i < whole.length; i++) expect(pieces[i]).toBeCloseTo(whole[i] ?? 0, 5);
      }),
      { numRuns: 30 },
    );
  });
});
