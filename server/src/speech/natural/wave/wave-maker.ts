import { RealFft } from '@parley/protocol/audio';
import { type BinMap, binMapFor } from './bin-map.ts';
import { bins, hop, type SpectralParts, windowSize } from './frames.ts';
import { Noise } from './noise.ts';
import { makePulses } from './pulses.ts';
import { cosineOfTurns, sineOfTurns } from './sine.ts';

/** How the model's frames become sound. */
export type WavePlan = {
  readonly parts: SpectralParts;
  /** For each frame of the sound: its position among the model's frames. */
  readonly positions: Float32Array;
  /** For each frame of the sound: the pitch, or 0 without voice. */
  readonly pitchHz: Float32Array;
  /**
   * For each frame of the sound: a factor for its pulses. Lower voices have more harmonics. If each harmonic were not
   * made softer, these voices would be louder, and their noise too soft.
   */
  readonly pulseGains?: Float32Array;
  /** The speaker's resonances, relative to the model's. */
  readonly formants: number;
  /** In decibels: how much louder each octave is than the one below, and how much more noise there is. */
  readonly brightness?: number;
  readonly breath?: number;
  readonly seed: number;
};

/** Decibels in a natural logarithm of loudness. */
const neper = 20 / Math.LN10;
const loudest = 7;
/** Lower levels are less than the last bit of a sample. */
const inaudible = -12;
const overlap = windowSize / hop;
const fft = new RealFft(windowSize);
/** A Hann window. */
const fade = Float64Array.from(
  { length: windowSize },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSize),
);

/** Turns the model's frames into samples, in order, as many frames at a time as the caller asks for. */
export class WaveMaker {
  readonly frames: number;
  readonly #plan: WavePlan;
  readonly #map: BinMap;
  readonly #pulses: Float64Array;
  readonly #noise: Noise;
  /** Sums of the frames made so far and of their windows, starting at the next sample to return. */
  readonly #sums = new Float64Array(windowSize + hop);
  readonly #weights = new Float64Array(windowSize + hop);
  #given = 0;
  #made = 0;

  constructor(plan: WavePlan) {
    this.#plan = plan;
    this.frames = plan.positions.length;
    this.#map = binMapFor(plan.formants, plan.brightness);
    this.#pulses = makePulses(plan.pitchHz);
    this.#noise = new Noise(plan.seed);
  }

  /** The samples of the next frames; fewer at the end, and none after it. */
  next(frames: number): Float32Array<ArrayBuffer> {
    const count = Math.min(frames, this.frames - this.#given);
    const samples = new Float32Array(count * hop);
    for (let frame = 0; frame < count; frame += 1) this.#give(samples, frame * hop);
    return samples;
  }

  #give(samples: Float32Array, at: number): void {
    // A frame reaches two hops back from its centre.
    const needed = Math.min(this.frames, this.#given + overlap / 2 + 1);
    while (this.#made < needed) this.#add(this.#made);
    for (let n = 0; n < hop; n += 1) {
      samples[at + n] = (this.#sums[n] as number) / Math.max(1e-8, this.#weights[n] as number);
    }
    this.#sums.copyWithin(0, hop);
    this.#weights.copyWithin(0, hop);
    this.#sums.fill(0, windowSize);
    this.#weights.fill(0, windowSize);
    this.#given += 1;
  }

  #add(frame: number): void {
    const hasVoice = this.#windowPulses(frame);
    if (hasVoice) fft.forward(buffer, pulseRe, pulseIm);
    this.#fillSpectrum(frame, hasVoice);
    fft.inverse(re, im, buffer);
    const start = (frame - this.#given) * hop - windowSize / 2;
    for (let n = Math.max(0, -start); n < windowSize; n += 1) {
      const window = fade[n] as number;
      this.#sums[start + n] = (this.#sums[start + n] as number) + (buffer[n] as number) * window;
      this.#weights[start + n] = (this.#weights[start + n] as number) + window * window;
    }
    this.#made += 1;
  }

  /** Returns whether there are any pulses. Beyond its ends the pulse train is mirrored. */
  #windowPulses(frame: number): boolean {
    const pulses = this.#pulses;
    const last = pulses.length - 1;
    const start = frame * hop - windowSize / 2;
    let hasVoice = false;
    for (let n = 0; n < windowSize; n += 1) {
      let at = Math.abs(start + n);
      if (at > last) at = Math.max(0, 2 * last - at);
      const pulse = pulses[at] as number;
      if (pulse !== 0) hasVoice = true;
      buffer[n] = (pulse * (fade[n] as number)) / hop;
    }
    return hasVoice;
  }

  #fillSpectrum(frame: number, hasVoice: boolean): void {
    const { parts, positions, pulseGains } = this.#plan;
    const position = Math.min(parts.frames - 1, positions[frame] as number);
    const column = Math.min(parts.frames - 1, Math.floor(position));
    const later = Math.min(parts.frames - 1, column + 1);
    const part = position - column;
    const nearest = part < 0.5 ? column : later;
    const { left, part: binPart, nearest: nearestBin, fall } = this.#map;
    const width = parts.frames;
    const pulseGain = pulseGains?.[frame] ?? 1;
    // A hiss of its own would be heard in S and F, so breath is added to the voice only.
    const breath = hasVoice ? (this.#plan.breath ?? 0) / neper : 0;
    const levelAt = (values: Float32Array, bin: number): number => {
      const row = (left[bin] as number) * width;
      const next = row + width;
      const share = binPart[bin] as number;
      let level = values[row + column] as number;
      if (share > 0) level += ((values[next + column] as number) - level) * share;
      if (part > 0) {
        let after = values[row + later] as number;
        if (share > 0) after += ((values[next + later] as number) - after) * share;
        level += (after - level) * part;
      }
      return Math.min(level, loudest) - (fall[bin] as number);
    };
    for (let bin = 0; bin < bins; bin += 1) {
      const at = (nearestBin[bin] as number) * width + nearest;
      let [sumRe, sumIm] = [0, 0];
      const restLevel = levelAt(parts.restLevel, bin);
      if (restLevel > inaudible) {
        const rest = Math.exp(restLevel);
        const turns = (parts.restPhase[at] as number) / (2 * Math.PI);
        sumRe = rest * cosineOfTurns(turns);
        sumIm = rest * sineOfTurns(turns);
      }
      if (hasVoice) {
        const voice = pulseGain * Math.exp(levelAt(parts.voiceLevel, bin));
        const turns = Math.tanh(parts.voicePhase[at] as number) / 2;
        const voiceRe = voice * cosineOfTurns(turns);
        const voiceIm = voice * sineOfTurns(turns);
        const [pRe, pIm] = [pulseRe[bin] as number, pulseIm[bin] as number];
        sumRe += voiceRe * pRe - voiceIm * pIm;
        sumIm += voiceRe * pIm + voiceIm * pRe;
      }
      re[bin] = sumRe;
      im[bin] = sumIm;
      const noiseLevel = breath + levelAt(parts.noiseLevel, bin);
      noiseLevels[bin] = noiseLevel > inaudible ? Math.exp(noiseLevel) : 0;
    }
    this.#noise.addTo(re, im, noiseLevels);
  }
}

// One thread makes one frame at a time, so these are shared.
const buffer = new Float64Array(windowSize);
const pulseRe = new Float64Array(bins);
const pulseIm = new Float64Array(bins);
const re = new Float64Array(bins);
const im = new Float64Array(bins);
const noiseLevels = new Float64Array(bins);
