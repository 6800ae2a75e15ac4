import { ChunkedBody } from './chunked-body.ts';
import { ResponseFault, type ResponseHead, readHead } from './response-head.ts';

/** What is read is told at once. The parts of a body are only good until the call returns. */
export interface ResponseListener {
  onHead(head: ResponseHead): void;
  onData(part: Buffer): void;
  /** `clean`: nothing came behind the answer. */
  onEnd(clean: boolean): void;
}

const MaxHeadBytes = 16_384;
const HeadEnd = Buffer.from('\r\n\r\n');
const Nothing = Buffer.alloc(0);

type State = 'rest' | 'head' | 'length' | 'chunked' | 'until-close';

/** Reads the answers that come over one connection, each to a request that was announced by `expect`. */
export class ResponseReader {
  readonly #listener: ResponseListener;
  readonly #onData: (part: Buffer) => void;
  #state: State = 'rest';
  #method = '';
  #begun: Buffer = Nothing;
  #left = 0;
  #chunked: ChunkedBody | undefined;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
    this.#onData = (part) => listener.onData(part);
  }

  expect(method: string): void {
    this.#method = method;
    this.#state = 'head';
  }

  /** Throws a ResponseFault where this is no HTTP/1.1, or nothing was asked. */
  push(bytes: Buffer): void {
    if (this.#state === 'rest') throw new ResponseFault('not-http');
    let rest = bytes;
    while (rest.length > 0 && !this.#over) rest = this.#take(rest);
    if (this.#over) this.#listener.onEnd(rest.length === 0);
  }

  /** The peer sends no more: some answers end with that. */
  close(): void {
    if (this.#state !== 'until-close') return;
    this.#state = 'rest';
    this.#listener.onEnd(true);
  }

  get #over(): boolean {
    return this.#state === 'rest';
  }

  /** Gives what is not read yet. */
  #take(bytes: Buffer): Buffer {
    switch (this.#state) {
      case 'rest':
        return bytes;
      case 'head':
        return this.#takeHead(bytes);
      case 'length': {
        const own = bytes.length <= this.#left ? bytes : bytes.subarray(0, this.#left);
        this.#left -= own.length;
        this.#listener.onData(own);
        if (this.#left === 0) this.#state = 'rest';
        return own === bytes ? Nothing : bytes.subarray(own.length);
      }
      case 'chunked': {
        const taken = this.#chunked?.push(bytes, this.#onData);
        if (this.#chunked?.done) this.#state = 'rest';
        return bytes.subarray(taken);
      }
      case 'until-close':
        this.#listener.onData(bytes);
        return Nothing;
    }
  }

  #takeHead(bytes: Buffer): Buffer {
    const all = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const end = all.indexOf(HeadEnd);
    if ((end === -1 ? all.length : end) > MaxHeadBytes) throw new ResponseFault('head-too-large');
    if (end === -1) {
      this.#begun = Buffer.from(all);
      return Nothing;
    }
    this.#begun = Nothing;
    const head = readHead(all.toString('latin1', 0, end), this.#method);
    // Nothing was asked that another protocol could answer.
    if (head.status === 101) throw new ResponseFault('not-http');
    if (head.status >= 200) this.#begin(head);
    return all.subarray(end + HeadEnd.length);
  }

  #begin(head: ResponseHead): void {
    const { framing } = head;
    this.#listener.onHead(head);
    if (framing.kind === 'length') this.#left = framing.bytes;
    if (framing.kind === 'chunked') this.#chunked = new ChunkedBody();
    const isEmpty = framing.kind === 'none' || (framing.kind === 'length' && framing.bytes === 0);
    this.#state = isEmpty ? 'rest' : framing.kind;
  }
}
