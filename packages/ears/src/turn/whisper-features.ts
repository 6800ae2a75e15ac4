import { RealFft } from '@parley/protocol/audio';
import { captureRate } from '../capture/frame.ts';

export const melBands = 80;
/** The model was trained with eight seconds. */
export const windowFrames = 800;
/** It hears the last 1.2 s. Measured: a check takes about an eighth of the time, and fewer thinking pauses are taken for ends. */
export const featureFrames = 120;

const frameLength = 400;
const hop = 160;
const padding = frameLength / 2;
const windowSamples = windowFrames * hop;
const smallestPower = 1e-10;

/** Linear below 1,000 Hz, logarithmic above (the scale of Slaney's Auditory Toolbox). */
const melOf = (hertz: number): number =>
  hertz < 1_000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1_000)) / Math.log(6.4);
const hertzOf = (mel: number): number =>
  mel < 15 ? (200 * mel) / 3 : 1_000 * Math.exp((Math.log(6.4) * (mel - 15)) / 27);

/** A triangle over a few bins of the spectrum; its area is 1. */
type MelFilter = { readonly firstBin: number; readonly weights: Float64Array };

function makeFilters(): readonly MelFilter[] {
  const highest = melOf(captureRate / 2);
  const corner = (index: number) => hertzOf((highest * index) / (melBands + 1));
  const binHertz = captureRate / frameLength;
  return Array.from({ length: melBands }, (_, band) => {
    const [low, middle, high] = [corner(band), corner(band + 1), corner(band + 2)];
    const firstBin = Math.ceil(low / binHertz);
    const weights = Float64Array.from({ length: Math.floor(high / binHertz) - firstBin + 1 }, (_, at) => {
      const hertz = (firstBin + at) * binHertz;
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (2 * Math.max(0, height)) / (high - low);
    });
    return { firstBin, weights };
  });
}

/** The last samples with silence before them, at an even loudness, mirrored at both ends. */
function evenWindow(sound: Float32Array, heardSamples: number): Float64Array {
  const used = sound.subarray(Math.max(0, sound.length - heardSamples));
  const mean = used.reduce((sum, sample) => sum + sample, 0) / windowSamples;
  const silence = windowSamples - used.length;
  const squares = used.reduce((sum, sample) => sum + (sample - mean) ** 2, silence * mean ** 2);
  const scale = 1 / Math.sqrt(squares / windowSamples + 1e-7);
  const samples = new Float64Array(windowSamples + 2 * padding);
  samples.fill(-mean * scale, padding, padding + silence);
  used.forEach((sample, at) => {
    samples[padding + silence + at] = (sample - mean) * scale;
  });
  const last = padding + windowSamples - 1;
  for (let at = 1; at <= padding; at += 1) {
    samples[padding - at] = samples[padding + at] as number;
    samples[last + at] = samples[last - at] as number;
  }
  return samples;
}

/** Makes the features that Whisper models hear: the logarithms of 80 mel bands, in frames of 10 ms. */
export class WhisperFeatures {
  readonly #frames: number;
  readonly #fft = new RealFft(frameLength);
  readonly #filters = makeFilters();
  readonly #hann = Float64Array.from(
    { length: frameLength },
    (_, at) => (1 - Math.cos((2 * Math.PI * at) / frameLength)) / 2,
  );
  readonly #frame = new Float64Array(frameLength);
  readonly #re = new Float64Array(this.#fft.bins);
  readonly #im = new Float64Array(this.#fft.bins);

  constructor(frames: number = featureFrames) {
    this.#frames = frames;
  }

  /** One row of frames for each band. */
  of(sound: Float32Array): Float32Array<ArrayBuffer> {
    const samples = evenWindow(sound, this.#frames * hop);
    const features = new Float32Array(melBands * this.#frames);
    let loudest = Number.NEGATIVE_INFINITY;
    for (let frame = 0; frame < this.#frames; frame += 1) {
      this.#powers(samples, (windowFrames - this.#frames + frame) * hop);
      this.#filters.forEach(({ firstBin, weights }, band) => {
        let power = 0;
        for (let at = 0; at < weights.length; at += 1)
          power += (weights[at] as number) * (this.#re[firstBin + at] as number);
        const level = Math.log10(Math.max(smallestPower, power));
        loudest = Math.max(loudest, level);
        features[band * this.#frames + frame] = level;
      });
    }
    return features.map((level) => (Math.max(level, loudest - 8) + 4) / 4);
  }

  /** Leaves the power of each bin in `#re`. */
  #powers(samples: Float64Array, start: number): void {
    for (let at = 0; at < frameLength; at += 1)
      this.#frame[at] = (samples[start + at] as number) * (this.#hann[at] as number);
    this.#fft.forward(this.#frame, this.#re, this.#im);
    for (let bin = 0; bin < this.#re.length; bin += 1)
      this.#re[bin] = (this.#re[bin] as number) ** 2 + (this.#im[bin] as number) ** 2;
  }
}
