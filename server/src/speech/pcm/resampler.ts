/** Brings samples to another rate, by straight lines between them: good enough for a voice, and cheap. */
export class Resampler {
  readonly #step: number;
  #last = 0;
  #position = 1;

  constructor(from: number, to: number) {
    this.#step = from / to;
  }

  push(samples: Int16Array): Int16Array<ArrayBuffer> {
    const out = new Int16Array(Math.max(0, Math.ceil((samples.length + 1 - this.#position) / this.#step)));
    let count = 0;
    // Position 0 is the last sample of the piece before, 1 the first of this one.
    for (; this.#position <= samples.length && count < out.length; this.#position += this.#step) {
      const before = Math.floor(this.#position);
      const left = before === 0 ? this.#last : (samples[before - 1] ?? 0);
      const right = samples[before] ?? left;
      out[count] = Math.round(left + (right - left) * (this.#position - before));
      count += 1;
    }
    this.#position -= samples.length;
    this.#last = samples.at(-1) ?? this.#last;
    return out.slice(0, count);
  }
}
