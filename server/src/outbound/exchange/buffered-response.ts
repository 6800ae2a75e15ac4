import type { OutboundError } from '../outbound-error.ts';
import { BodyBuffer } from './body-buffer.ts';
import type { ResponseHeaders, ResponseReceiver } from './response-receiver.ts';

export interface OutboundResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** The answer was longer than `maxResponseBytes`; `body` holds its beginning. */
  readonly cut: boolean;
}

export class BufferedResponse implements ResponseReceiver {
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (error: OutboundError) => void;
  #status = 0;
  #headers: ResponseHeaders = {};
  readonly #body = new BodyBuffer();

  constructor(resolve: (response: OutboundResponse) => void, reject: (error: OutboundError) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  data(chunk: Buffer): void {
    this.#body.add(chunk);
  }

  end(cut: boolean): void {
    this.#resolve({ status: this.#status, headers: this.#headers, body: this.#body.take(), cut });
  }

  fail(error: OutboundError): void {
    this.#reject(error);
  }
}
