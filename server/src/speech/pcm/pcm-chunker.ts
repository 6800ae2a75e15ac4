/** Cuts a stream of bytes into pieces of whole samples, neither tiny nor large. */
export class PcmChunker {
  readonly #most: number;
  readonly #least: number;
  #held: Uint8Array = new Uint8Array();
  #leastNow: number;

  constructor(sampleRate: number) {
    const bytes = (ms: number) => 2 * Math.round((sampleRate * ms) / 1_000);
    this.#most = bytes(200);
    this.#least = bytes(100);
    this.#leastNow = bytes(40);
  }

  get isEmpty(): boolean {
    return this.#held.length < 2;
  }

  *push(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    const all = new Uint8Array(this.#held.length + bytes.length);
    all.set(this.#held);
    all.set(bytes, this.#held.length);
    let at = 0;
    while (all.length - at >= this.#leastNow) {
      const size = Math.min(this.#most, (all.length - at) & ~1);
      yield all.slice(at, at + size);
      at += size;
      this.#leastNow = this.#least;
    }
    this.#held = all.subarray(at);
  }

  /** Half a sample at the end is dropped. */
  *flush(): Generator<Uint8Array<ArrayBuffer>> {
    const rest = this.#held.slice(0, this.#held.length & ~1);
    this.#held = new Uint8Array();
    if (rest.length > 0) yield rest;
  }
}
