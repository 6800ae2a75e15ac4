/** Cuts a stream of samples into frames of equal length. */
export class Framer {
  readonly #length: number;
  #frame: Float32Array<ArrayBuffer>;
  #filled = 0;

  constructor(length: number) {
    this.#length = length;
    this.#frame = new Float32Array(length);
  }

  push(samples: Float32Array, onFrame: (frame: Float32Array<ArrayBuffer>) => void): void {
    let at = 0;
    while (at < samples.length) {
      const taken = samples.subarray(at, at + this.#length - this.#filled);
      this.#frame.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (this.#filled < this.#length) return;
      onFrame(this.#frame);
      this.#frame = new Float32Array(this.#length);
      this.#filled = 0;
    }
  }
}
