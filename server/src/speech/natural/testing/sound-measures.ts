import { RealFft } from '@parley/protocol/audio';
import type { Heard } from '../../testing/collect.ts';

const frameSamples = 1_200;

const fft = new RealFft(frameSamples);

/** The centre of the spectrum up to 5 kHz, in bins of 20 Hz: lower for larger speakers. */
export function spectralCentre({ samples }: Heard): number {
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  let [weighted, total] = [0, 0];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    fft.forward(Float64Array.from(samples.subarray(at, at + frameSamples)), re, im);
    for (let bin = 10; bin < 250; bin += 1) {
      const size = Math.hypot(re[bin] ?? 0, im[bin] ?? 0);
      weighted += bin * size;
      total += size;
    }
  }
  return weighted / Math.max(1, total);
}
