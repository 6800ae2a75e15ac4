const tapsPerSide = 16;
/** Of the lower of both rates' upper limit: a little below it, as no filter is infinitely steep. */
const passband = 0.92;
/** Weights are looked up, as sines cost too much in the audio thread: so many for each step of a sample. */
const weightsPerSample = 512;

/** Brings sound of any rate to another one, piece by piece, with what is too high for the new rate filtered out. */
export class Resampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #weights: Float32Array;
  #kept = new Float32Array(0);
  /** Of the next sample to be made, in samples of what is kept. */
  #at: number;

  constructor(fromRate: number, toRate: number) {
    this.#step = fromRate / toRate;
    const ratio = Math.min(1, toRate / fromRate);
    this.#reach = Math.ceil(tapsPerSide / ratio);
    this.#weights = weightTable(this.#reach, ratio * passband);
    // As if silence had come before.
    this.#kept = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.#kept.length + samples.length);
    all.set(this.#kept);
    all.set(samples, this.#kept.length);
    const last = all.length - this.#reach - 1;
    const made = new Float32Array(Math.max(0, Math.floor((last - this.#at) / this.#step) + 1));
    for (let i = 0; i < made.length; i++) made[i] = this.#sample(all, this.#at + i * this.#step);
    this.#at += made.length * this.#step;
    const first = Math.max(0, Math.floor(this.#at) - this.#reach);
    this.#kept = all.slice(first);
    this.#at -= first;
    return made;
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
