import type { Sink } from './exchange.ts';
import type { OutboundError } from './outbound-error.ts';
import type { ResponseHeaders } from './response-head.ts';

export interface OutboundResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** The answer was longer than `maxResponseBytes`; `body` holds its beginning. */
  readonly cut: boolean;
}

const EMPTY: Buffer = Buffer.alloc(0);

export class BufferedAnswer implements Sink {
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (error: OutboundError) => void;
  #status = 0;
  #headers: ResponseHeaders = {};
  #body: Buffer = EMPTY;
  #chunks: Buffer[] | undefined;

  constructor(resolve: (response: OutboundResponse) => void, reject: (error: OutboundError) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  head(status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  data(chunk: Buffer): void {
    const kept = Buffer.from(chunk);
    if (this.#chunks !== undefined) this.#chunks.push(kept);
    else if (this.#body.length === 0) this.#body = kept;
    else this.#chunks = [this.#body, kept];
  }

  end(cut: boolean): void {
    const body = this.#chunks === undefined ? this.#body : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body, cut });
  }

  fail(error: OutboundError): void {
    this.#reject(error);
  }
}
