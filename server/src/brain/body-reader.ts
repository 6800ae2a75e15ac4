import type { OutboundStream } from '../outbound/index.ts';

const drainMs = 250;

/**
 * Reads an answer into memory as fast as it comes, however slowly it is consumed. Otherwise a reply that is spoken
 * slowly would run into the request's timeout. The client's size limit bounds the memory.
 */
export class BodyReader {
  readonly #stream: OutboundStream;
  readonly #chunks: Uint8Array[] = [];
  #state: 'open' | 'ended' | 'failed' = 'open';
  #failure: unknown;
  #wake: (() => void) | undefined;

  constructor(stream: OutboundStream) {
    this.#stream = stream;
    void this.#takeIn();
  }

  /** The next chunk, or undefined after the last one. Throws if the answer broke off. */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) return chunk;
      if (this.#state === 'failed') throw this.#failure;
      if (this.#state === 'ended') return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  hangUp(): void {
    void this.#stream[Symbol.asyncDispose]();
  }

  /** Ignores the rest, but gives the answer a moment to end by itself, so that its connection can be reused. */
  drain(): void {
    if (this.#state === 'open') setTimeout(() => this.hangUp(), drainMs).unref();
  }

  async #takeIn(): Promise<void> {
    try {
      for await (const chunk of this.#stream.body) {
        this.#chunks.push(chunk);
        this.#wake?.();
      }
      this.#state = 'ended';
    } catch (error) {
      this.#failure = error;
      this.#state = 'failed';
    }
    this.#wake?.();
  }
}
