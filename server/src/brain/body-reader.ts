import type { OutboundStream } from '../outbound/index.ts';

const drainMs = 250;

/**
 * Takes in an answer as fast as it comes, whatever the pace of its reader: a reply that is spoken slowly must not
 * run into the time limit of its sender. The client's own size limit bounds what is held.
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

  /** The next part, undefined after the last; throws where the answer broke off. */
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

  /** Nothing more is wanted, but an answer that ends by itself leaves a connection that can be used again. */
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
