import type { Flow, Sink } from './exchange.ts';
import { HeldBytes } from './held-bytes.ts';
import type { OutboundError } from './outbound-error.ts';
import { noHeaders, type ResponseHeaders } from './response-headers.ts';

/** For one reader. Leaving the loop, or disposing, hangs up. */
export interface OutboundStream extends AsyncDisposable {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: AsyncIterableIterator<Uint8Array, undefined>;
  /** The whole body where it has come already and nobody has begun to read it, as with most short answers. */
  takeWhole(): Uint8Array | null;
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

const Open: State = { name: 'open' };
const Ended: State = { name: 'ended' };
const Done: IteratorReturnResult<undefined> = { done: true, value: undefined };
const PauseAtBytes = 65_536;

export class StreamedAnswer implements Sink, OutboundStream, AsyncIterableIterator<Uint8Array, undefined> {
  status = 0;
  headers = noHeaders;
  readonly #resolve: (stream: OutboundStream) => void;
  readonly #reject: (error: OutboundError) => void;
  readonly #hangUp: () => void;
  readonly #held = new HeldBytes();
  #isRead = false;
  #flow: Flow | undefined;
  #state: State = Open;

  constructor(
    resolve: (stream: OutboundStream) => void,
    reject: (error: OutboundError) => void,
    hangUp: () => void,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#hangUp = hangUp;
  }

  head(status: number, headers: ResponseHeaders, flow: Flow): void {
    this.#flow = flow;
    this.status = status;
    this.headers = headers;
    this.#resolve(this);
  }

  get body(): this {
    return this;
  }

  takeWhole(): Uint8Array | null {
    return this.#state.name === 'ended' && !this.#isRead ? this.#held.take() : null;
  }

  data(part: Buffer): void {
    const state = this.#state;
    if (state.name === 'waiting') {
      this.#state = Open;
      state.resolve({ done: false, value: Buffer.from(part) });
      return;
    }
    this.#held.add(part);
    if (this.#held.length > PauseAtBytes) this.#flow?.pause();
  }

  end(): void {
    // The connection is somebody else's from here on.
    this.#flow = undefined;
    const state = this.#state;
    this.#state = Ended;
    if (state.name === 'waiting') state.resolve(Done);
  }

  fail(error: OutboundError): void {
    const state = this.#state;
    this.#flow = undefined;
    if (state.name === 'ended') return;
    this.#state = { name: 'failed', error };
    // What came before a failure is still good; whoever called the request off wants no more of it.
    if (error.stage === 'aborted') this.#held.drop();
    if (state.name === 'waiting') state.reject(error);
    else this.#reject(error);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#isRead = true;
    if (this.#held.length > 0) {
      const value = this.#held.take();
      this.#flow?.resume();
      return Promise.resolve({ done: false, value });
    }
    switch (this.#state.name) {
      case 'ended':
        return Promise.resolve(Done);
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
    this.#state = Ended;
    this.#held.drop();
    if (state.name === 'waiting') state.resolve(Done);
    this.#hangUp();
    return Promise.resolve(Done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
