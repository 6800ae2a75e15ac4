import type { OutboundError } from '../outbound-error.ts';

/** Keys are lower-case names. A header that came more than once is an array. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** For a reader that cannot keep up with the body. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** Where the response goes. After `end` or `fail` nothing more comes. */
export interface ResponseReceiver {
  start(status: number, headers: ResponseHeaders, flow: BodyFlow): void;
  data(chunk: Buffer): void;
  end(cut: boolean): void;
  fail(error: OutboundError): void;
}
