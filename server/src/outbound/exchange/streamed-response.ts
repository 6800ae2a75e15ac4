import type { OutboundError } from '../outbound-error.ts';
import { BodyBuffer } from './body-buffer.ts';

/** Keys are lower-case names. A header that came more than once is an array. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** For a reader that cannot keep up with the body. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** For one reader. Leaving the loop or disposing closes the connection. */
export interface OutboundStream extends AsyncDisposable {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: AsyncIterableIterator<Uint8Array, undefined>;
}

type State =
  | { name: 'open' }
  | {
      name: 'waiting';
      resolve: (chunk: IteratorResult<Uint8Array, undefined>) => void;
      reject: (error: Error) => void;
    }
  | { name: 'ended' }
  | { name: 'failed'; error: OutboundError };

const open: State = { name: 'open' };
const ended: State = { name: 'ended' };
const done: IteratorReturnResult<undefined> = { done: true, value: undefined };
const pauseAtBytes = 65_536;

/** After `end` or `fail` nothing more comes. */
export class StreamedResponse implements OutboundStream, AsyncIterableIterator<Uint8Array, undefined> {
  status = 0;
  headers: ResponseHeaders = {};
  /** The answer was longer than its limit, and ended there. */
  isCut = false;
  readonly #resolve: (stream: StreamedResponse) => void;
  readonly #reject: (error: OutboundError) => void;
  readonly #abort: () => void;
  readonly #unread = new BodyBuffer();
  #flow: BodyFlow | undefined;
  #state: State = open;

  constructor(
    resolve: (stream: StreamedResponse) => void,
    reject: (error: OutboundError) => void,
    abort: () => void,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#abort = abort;
  }

  start(status: number, headers: ResponseHeaders, flow: BodyFlow): void {
    this.#flow = flow;
    this.status = status;
    this.headers = headers;
    this.#resolve(this);
  }

  get body(): this {
    return this;
  }

  data(chunk: Buffer): void {
    const state = this.#state;
    if (state.name === 'waiting') {
      this.#state = open;
      state.resolve({ done: false, value: chunk });
      return;
    }
    this.#unread.add(chunk);
    if (this.#unread.length > pauseAtBytes) this.#flow?.pause();
  }

  end(isCut: boolean): void {
    const state = this.#state;
    this.isCut = isCut;
    // From now on the connection serves other requests.
    this.#flow = undefined;
    this.#state = ended;
    if (state.name === 'waiting') state.resolve(done);
  }

  fail(error: OutboundError): void {
    const state = this.#state;
    this.#flow = undefined;
    if (state.name === 'ended') return;
    this.#state = { name: 'failed', error };
    // Bytes that came before a failure can still be read. After an abort they are not needed.
    if (error.stage === 'aborted') this.#unread.clear();
    if (state.name === 'waiting') state.reject(error);
    else this.#reject(error);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#unread.length > 0) {
      const value = this.#unread.take();
      this.#flow?.resume();
      return Promise.resolve({ done: false, value });
    }
    switch (this.#state.name) {
      case 'ended':
        return Promise.resolve(done);
      case 'failed':
        return Promise.reject(this.#state.error);
      case 'waiting':
        return Promise.reject(new Error('the body has one reader'));
      case 'open':
        return new Promise((resolve, reject) => {
          this.#state = { name: 'waiting', resolve, reject };
        });
    }
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    const state = this.#state;
    this.#state = ended;
    this.#unread.clear();
    if (state.name === 'waiting') state.resolve(done);
    this.#abort();
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
