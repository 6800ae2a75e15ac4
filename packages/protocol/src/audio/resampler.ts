const tapsPerSide = 16;
/** The filter's limit, as a share of the highest frequency that the lower rate can hold. No filter is infinitely steep. */
const passband = 0.92;
/** Entries per sample in the table of filter weights. Computing sines would cost too much in the audio thread. */
const weightsPerSample = 512;

/**
 * Converts sound from one sample rate to another, piece by piece. Frequencies that the new rate cannot hold are
 * filtered out.
 */
export class Resampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #weights: Float32Array;
  #kept = new Float32Array(0);
  /** The position of the next output sample in `#kept`. */
  #at: number;

  constructor(fromRate: number, toRate: number) {
    this.#step = fromRate / toRate;
    const ratio = Math.min(1, toRate / fromRate);
    this.#reach = Math.ceil(tapsPerSide / ratio);
    this.#weights = weightTable(this.#reach, ratio * passband);
    // The sound begins after silence.
    this.#kept = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.#kept.length + samples.length);
    all.set(this.#kept);
    all.set(samples, this.#kept.length);
    const last = all.length - this.#reach - 1;
    const output = new Float32Array(Math.max(0, Math.floor((last - this.#at) / this.#step) + 1));
    for (let i = 0; i < output.length; i++) output[i] = this.#sample(all, this.#at + i * this.#step);
    this.#at += output.length * this.#step;
    const first = Math.max(0, Math.floor(this.#at) - this.#reach);
    this.#kept = all.slice(first);
    this.#at -= first;
    return output;
  }

  /** Returns the samples that the filter still held back. Nothing may be pushed afterwards. */
  flush(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }

  #sample(all: Float32Array, at: number): number {
    const center = Math.floor(at);
    let sum = 0;
    for (let i = center - this.#reach + 1; i <= center + this.#reach; i++) {
      const weight = this.#weights[Math.round(Math.abs(i - at) * weightsPerSample)] ?? 0;
      sum += (all[i] ?? 0) * weight;
    }
    return sum;
  }
}

/** One side of a sinc under a Hann window. */
function weightTable(reach: number, cutoff: number): Float32Array {
  return Float32Array.from({ length: reach * weightsPerSample }, (_, index) => {
    const distance = index / weightsPerSample;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    const x = Math.PI * cutoff * distance;
    return cutoff * (x === 0 ? 1 : Math.sin(x) / x) * window;
  });
}
