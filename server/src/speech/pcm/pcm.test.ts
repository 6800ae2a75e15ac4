import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GainCurve } from './gain-curve.ts';
import { PcmChunker } from './pcm-chunker.ts';
import { Resampler } from './resampler.ts';
import { silence } from './silence.ts';

describe('pieces of sound', () => {
  it('[SP1] are whole samples, not longer than 200 ms, and complete', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40_000), { maxLength: 12 }), (sizes) => {
        const chunker = new PcmChunker(16_000);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const all = new Uint8Array(total).map((_, index) => index % 251);
        const pieces: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(...chunker.push(all.subarray(at, at + size)));
          at += size;
        }
        pieces.push(...chunker.flush());
        for (const piece of pieces) {
          expect(piece.length % 2).toBe(0);
          expect(piece.length).toBeLessThanOrEqual(6_400);
        }
        expect(Buffer.concat(pieces).equals(all.subarray(0, total & ~1))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('[SP4] silence has its length to the sample', () => {
    const pieces = [...silence(450, 16_000)];
    expect(pieces.map(({ length }) => length / 2)).toEqual([3_200, 3_200, 800]);
    expect([...silence(0, 16_000)]).toEqual([]);
  });

  it('[SP28] gain changes without a step, and stays 1 dB below the loudest sample', () => {
    const curve = new GainCurve([
      { from: 0, gain: 1 },
      { from: 500, gain: 4 },
    ]);
    const samples = new Int16Array(1_000).fill(12_000);
    curve.apply(samples.subarray(0, 600), 0);
    curve.apply(samples.subarray(600), 600);
    expect(samples[499]).toBe(12_000);
    expect(samples[999]).toBeGreaterThan(27_000);
    for (let index = 1; index < samples.length; index += 1) {
      expect((samples[index] ?? 0) - (samples[index - 1] ?? 0)).toBeLessThan(400);
    }
    const loud = Int16Array.of(-32_768, 32_767);
    new GainCurve([{ from: 0, gain: 4 }]).apply(loud, 0);
    const most = 32_767 * 10 ** (-1 / 20);
    for (const sample of loud) {
      expect(Math.abs(sample)).toBeGreaterThan(0.97 * most);
      expect(Math.abs(sample)).toBeLessThanOrEqual(most);
    }
  });

  it('[SP62] another rate gives the same length of sound, whatever the pieces', () => {
    const wave = Int16Array.from({ length: 16_000 }, (_, index) => 8_000 * Math.sin(index / 20));
    const resampler = new Resampler(16_000, 24_000);
    const parts: number[] = [];
    for (let at = 0; at < wave.length; at += 777) parts.push(...resampler.push(wave.subarray(at, at + 777)));
    parts.push(...resampler.flush());
    expect(Math.abs(parts.length - 24_000)).toBeLessThan(3);
    // At both ends the filter includes the silence around the sound.
    const worst = parts.slice(50, 23_950).reduce((most, sample, index) => {
      return Math.max(most, Math.abs(sample - 8_000 * Math.sin((index + 50) / 30)));
    }, 0);
    expect(worst).toBeLessThan(60);
  });
});
