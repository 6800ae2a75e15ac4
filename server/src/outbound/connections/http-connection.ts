import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type buildConnector, Client, type Dispatcher, errors } from 'undici';
import type { PendingRequest, RequestHolder, RequestParts } from '../exchange/pending-request.ts';
import type { ResponseHeaders } from '../exchange/streamed-response.ts';
import { exchangeFailure } from '../failure-text.ts';
import { errorCode } from '../outbound-error.ts';

export interface ConnectionOwner {
  /** The connection is free for another request. */
  released(connection: HttpConnection): void;
  /** Sends a request on another connection, because the peer had closed this one before a byte was sent. */
  submit(request: PendingRequest): void;
  closed(connection: HttpConnection): void;
}

/** Closing this much earlier avoids sending a request when the peer closes at its announced time. */
const keepAliveMarginMs = 1_000;
const maxHeaderBytes = 16_384;

/**
 * HTTP/1.1 over one socket, one request at a time. undici reads and writes; its client gets this one socket and no
 * other, so nothing that was sent can be sent a second time.
 */
export class HttpConnection implements RequestHolder, Dispatcher.DispatchHandler {
  readonly #owner: ConnectionOwner;
  readonly #socket: Socket;
  readonly #client: Client;
  #isAttached = false;
  #isUnflushed = false;
  #hasServed = false;
  #readBefore = 0;
  #request: PendingRequest | undefined;

  constructor(owner: ConnectionOwner, origin: URL, socket: Socket, keepAliveMs: number) {
    this.#owner = owner;
    this.#socket = socket;
    this.#client = new Client(origin.origin, {
      connect: this.#attach,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
      // Its timers tick every half second. Requests have their own.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: maxHeaderBytes,
      allowH2: false,
    });
    // After undici has handled the same event, because it may return a request.
    socket.once('close', () => queueMicrotask(() => owner.closed(this)));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  send(request: PendingRequest): void {
    this.#request = request;
    this.#readBefore = this.#socket.bytesRead;
    request.heldBy(this, 'connected');
    const { path, method, headers } = request.parts;
    const body = sendableBody(request.parts.body);
    this.#client.dispatch({ path, method, headers, body, idempotent: false, blocking: false }, this);
  }

  drop(): void {
    this.#request = undefined;
    this.#socket.destroy();
  }

  async close(): Promise<void> {
    if (this.#socket.closed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.once('close', resolve).destroy();
    await promise;
  }

  abortRequest(): void {
    this.#request?.abort();
  }

  onRequestStart(): void {
    this.#request?.sent();
  }

  onRequestSent(): void {
    if (!this.#socket.writableNeedDrain) return;
    this.#isUnflushed = true;
    this.#socket.once('drain', () => {
      this.#isUnflushed = false;
    });
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    const request = this.#request;
    if (status < 200) request?.interim();
    else request?.start(status, headers, announcedBytes(request.parts.method, status, headers), controller);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#request?.data(chunk);
  }

  onResponseEnd(): void {
    const request = this.#request;
    if (request === undefined) return;
    this.#request = undefined;
    this.#hasServed = true;
    // Queued before the caller gets the answer, so that its next request finds the connection free.
    queueMicrotask(this.#release);
    request.complete();
  }

  onResponseError(_controller: unknown, error: Error): void {
    const request = this.#request;
    if (request === undefined) return;
    this.#request = undefined;
    const { peer, bytesSent, status } = request;
    const isLost = !bytesSent && !(error instanceof errors.InvalidArgumentError);
    if (isLost && this.#hasServed) return this.#owner.submit(request);
    const details = { bytesSent, status, code: errorCode(error) };
    request.fail(exchangeFailure(peer, error, this.#isUnflushed, details));
    this.#socket.destroy();
  }

  #attach: buildConnector.connector = (_options, callback) => {
    if (this.#isAttached) return callback(new Error('the connection is closed'), null);
    this.#isAttached = true;
    queueMicrotask(() => {
      callback(null, this.#socket);
      this.#socket.on('readable', this.#countBytes);
    });
  };

  /** Counts all bytes, because an endless chunk extension or status text never becomes part of the body. */
  #countBytes = (): void => this.#request?.readSoFar(this.#socket.bytesRead - this.#readBefore);

  /** undici has closed the socket by now if the peer does not keep it open. */
  #release = (): void => {
    // A peer that answers before it has read the request is not used again: the rest would delay the next request.
    if (this.#isUnflushed || this.#socket.writableLength > 0) this.#socket.destroy();
    if (this.isOpen) this.#owner.released(this);
  };
}

function announcedBytes(method: string, status: number, headers: ResponseHeaders): number {
  if (method === 'HEAD' || status === 204 || status === 304) return 0;
  return Number(headers['content-length'] ?? 0);
}

function sendableBody(body: RequestParts['body']): string | Uint8Array | Readable | null {
  const isStreamed = typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
  return isStreamed ? Readable.from(body) : body;
}
