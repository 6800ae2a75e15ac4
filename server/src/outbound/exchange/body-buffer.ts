const nothing = Buffer.alloc(0);

/** Joins the chunks of a body. It copies them, so a body of one-byte chunks needs no more memory than its bytes. */
export class BodyBuffer {
  #buffer: Buffer = nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Returns the bytes and clears the buffer. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#buffer = nothing;
    this.#length = 0;
  }

  /** Most bodies come in one chunk, so the first one gets no more room than it needs. */
  #grow(length: number): void {
    const room = this.#length === 0 ? length : Math.max(length, 2 * this.#buffer.length);
    const larger = Buffer.allocUnsafe(room);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
