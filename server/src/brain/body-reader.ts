import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { BodyBuffer, type OutboundStream } from '../outbound/index.ts';

const drainMs = 250;
/** Parsing this much takes a few milliseconds, whatever its content. */
const sliceBytes = 16_384;

/**
 * Reads an answer into memory as fast as it arrives, however slowly it is consumed. Otherwise a reply that is spoken
 * slowly would run into the request's timeout. The client's size limit bounds the memory. The bytes are copied:
 * otherwise one byte of the answer would keep its whole packet in memory.
 */
export class BodyReader {
  readonly #stream: OutboundStream;
  readonly #arrived = new BodyBuffer();
  #unread: Buffer = Buffer.alloc(0);
  #hasGiven = false;
  #state: 'open' | 'ended' | 'failed' = 'open';
  #failure: unknown;
  #wake: (() => void) | undefined;

  constructor(stream: OutboundStream) {
    this.#stream = stream;
    void this.#takeIn();
  }

  /** The next slice, or undefined after the last one. Throws if the answer broke off. */
  async next(): Promise<Uint8Array | undefined> {
    // Between two slices the event loop runs other work.
    if (this.#hasGiven) await yieldToEventLoop();
    for (;;) {
      if (this.#unread.length === 0) this.#unread = this.#arrived.take();
      this.#hasGiven = this.#unread.length > 0;
      if (this.#hasGiven) {
        const slice = this.#unread.subarray(0, sliceBytes);
        this.#unread = this.#unread.subarray(sliceBytes);
        return slice;
      }
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
        this.#arrived.add(chunk);
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
