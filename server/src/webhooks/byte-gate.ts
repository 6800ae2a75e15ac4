/** Lets work on long things begin only while those under way are not too long together. The first in line goes first. */
export class ByteGate {
  readonly #max: number;
  readonly #waiting: { bytes: number; enter: () => void }[] = [];
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#advance();
    });
    try {
      return await work();
    } finally {
      this.#used -= bytes;
      this.#advance();
    }
  }

  #advance(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      // One that is longer than all that is allowed goes alone.
      if (this.#used > 0 && this.#used + next.bytes > this.#max) return;
      this.#waiting.shift();
      this.#used += next.bytes;
      next.enter();
    }
  }
}
