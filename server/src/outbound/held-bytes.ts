const Nothing = Buffer.alloc(0);

/** Bytes that wait for somebody, copied together: a peer that sends them one by one costs no more room for it. */
export class HeldBytes {
  #buffer: Buffer = Nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `part` is only lent. */
  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (length > this.#buffer.length) this.#grow(length);
    part.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#length);
    this.drop();
    return taken;
  }

  drop(): void {
    this.#buffer = Nothing;
    this.#length = 0;
  }

  /** Most answers come in one piece, so the first one gets no more room than it needs. */
  #grow(length: number): void {
    const room = this.#length === 0 ? length : Math.max(length, 2 * this.#buffer.length);
    const larger = Buffer.allocUnsafe(room);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
