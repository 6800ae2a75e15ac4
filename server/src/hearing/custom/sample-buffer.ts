/** Sound in one piece of memory, however many pieces it comes in: a page may send it sample by sample. */
export class SampleBuffer {
  #samples = new Float32Array(0);
  #length = 0;

  add(sound: Float32Array): void {
    const length = this.#length + sound.length;
    if (length > this.#samples.length) {
      const larger = new Float32Array(Math.max(length, 2 * this.#samples.length));
      larger.set(this.#samples.subarray(0, this.#length));
      this.#samples = larger;
    }
    this.#samples.set(sound, this.#length);
    this.#length = length;
  }

  /** All sound since the last call. */
  take(): Float32Array {
    const sound = this.#samples.slice(0, this.#length);
    this.#samples = new Float32Array(0);
    this.#length = 0;
    return sound;
  }
}
