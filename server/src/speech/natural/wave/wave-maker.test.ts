import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bins, hop, type SpectralParts, sampleRate } from './frames.ts';
import { makePulses } from './pulses.ts';
import { WaveMaker, type WavePlan } from './wave-maker.ts';

/** The Python package's sound for the same parts, without noise: every nth sample. */
type PackageWave = {
  readonly samples: readonly number[];
  readonly every: number;
  readonly pulses: readonly number[];
  readonly pulsesEvery: number;
};
const reference = JSON.parse(
  readFileSync(new URL('./package-wave.json', import.meta.url), 'utf8'),
) as PackageWave;

const frames = 24;
const table = (value: (bin: number, frame: number) => number) =>
  Float32Array.from({ length: bins * frames }, (_, at) => value(Math.floor(at / frames), at % frames));
const pitchHz = Float32Array.from({ length: frames }, (_, t) => (t >= 4 && t < 20 ? 150 + 3 * t : 0));
const parts: SpectralParts = {
  frames,
  voiceLevel: table((k, t) => -1 - 0.004 * k + 0.5 * Math.sin(0.05 * k + 0.3 * t)),
  voicePhase: table((k, t) => 0.8 * Math.sin(0.02 * k - 0.2 * t)),
  noiseLevel: table(() => -60),
  restLevel: table((k, t) => -4 - 0.002 * k + Math.cos(0.03 * k + 0.1 * t)),
  restPhase: table((k, t) => 3 * Math.sin(0.7 * k + 1.1 * t)),
};
const plain: WavePlan = {
  parts,
  positions: Float32Array.from({ length: frames }, (_, frame) => frame),
  pitchHz,
  formants: 1,
  seed: 1,
};
const render = (plan: WavePlan, each = 5): number[] => {
  const maker = new WaveMaker(plan);
  const samples: number[] = [];
  for (let piece = maker.next(each); piece.length > 0; piece = maker.next(each)) samples.push(...piece);
  return samples;
};
const everyNth = (samples: ArrayLike<number>, every: number) =>
  Array.from({ length: Math.ceil(samples.length / every) }, (_, at) => samples[at * every] ?? 0);
const worst = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? Number.NaN))));

describe('the wave', () => {
  it('[SP91] pulses are the same as the Python package’s', () => {
    const pulses = everyNth(makePulses(pitchHz), reference.pulsesEvery);
    expect(pulses).toHaveLength(reference.pulses.length);
    expect(worst(pulses, reference.pulses)).toBeLessThan(0.05);
  });

  it('[SP91] the sound is the same as the Python package’s, except for the noise', () => {
    const samples = everyNth(render(plain), reference.every);
    expect(samples).toHaveLength(reference.samples.length);
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(0.015);
    expect(worst(samples, reference.samples)).toBeLessThan(2e-5);
  });

  it('[SP91] is the same, whatever the size of the pieces', () => {
    expect(render(plain, 1)).toEqual(render(plain, 100));
    expect(render(plain)).toHaveLength(frames * hop);
  });

  it('[SP91] noise has its level, and is the same for the same seed only', () => {
    const noisy = { ...plain, parts: { ...parts, noiseLevel: table(() => 0) } };
    const [one, again, other] = [render(noisy), render(noisy), render({ ...noisy, seed: 2 })];
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    const quiet = render(plain);
    const noise = one.map((sample, at) => sample - (quiet[at] ?? 0)).slice(2 * hop, -2 * hop);
    const power = noise.reduce((sum, sample) => sum + sample * sample, 0) / noise.length;
    // Four windows overlap; each bin has a variance of one in both parts.
    expect(Math.sqrt(power)).toBeGreaterThan(0.02);
    expect(Math.sqrt(power)).toBeLessThan(0.06);
  });

  it('[SP96] a smaller factor moves the resonances down and keeps the pitch', () => {
    const peak = table((k) => -6 + 5 * Math.exp(-(((k - 100) / 12) ** 2)));
    const tone = { ...parts, voiceLevel: peak, restLevel: table(() => -60), voicePhase: table(() => 0) };
    const steady = new Float32Array(frames).fill(200);
    const strongest = (formants: number) => {
      const samples = render({ ...plain, parts: tone, pitchHz: steady, formants });
      return strongestHarmonic(samples, 200);
    };
    expect(strongest(1)).toBe(2_000);
    expect(strongest(0.8)).toBe(1_600);
    expect(strongest(1.2)).toBe(2_400);
  });

  it('[SP96] brightness tilts the spectrum, and breath adds noise to the voice', () => {
    const steady = new Float32Array(frames).fill(200);
    const flat = {
      ...parts,
      voiceLevel: table(() => -3),
      restLevel: table(() => -60),
      noiseLevel: table(() => -5),
      voicePhase: table(() => 0),
    };
    const quiet = { ...flat, noiseLevel: table(() => -60) };
    const tilt = (brightness: number) => {
      const samples = render({ ...plain, parts: quiet, pitchHz: steady, brightness });
      return 20 * Math.log10(sizeAt(samples, 4_000) / sizeAt(samples, 1_000));
    };
    expect(tilt(1.5) - tilt(0)).toBeCloseTo(3, 0);
    expect(tilt(-1.5) - tilt(0)).toBeCloseTo(-3, 0);
    // Between two harmonics there is only noise.
    const noise = (breath: number) =>
      sizeAt(render({ ...plain, parts: flat, pitchHz: steady, breath }), 2_100);
    expect(noise(12)).toBeGreaterThan(2 * noise(0));
  });
});

function strongestHarmonic(samples: readonly number[], pitch: number): number {
  let best = { hz: 0, power: 0 };
  for (let hz = pitch; hz < 5_000; hz += pitch) {
    const power = sizeAt(samples, hz);
    if (power > best.power) best = { hz, power };
  }
  return best.hz;
}

function sizeAt(samples: readonly number[], hz: number): number {
  let [re, im] = [0, 0];
  samples.forEach((sample, n) => {
    re += sample * Math.cos((2 * Math.PI * hz * n) / sampleRate);
    im += sample * Math.sin((2 * Math.PI * hz * n) / sampleRate);
  });
  return Math.hypot(re, im);
}
