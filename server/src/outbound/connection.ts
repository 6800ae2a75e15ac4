import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Exchange, Place, ResponseHeaders } from './exchange.ts';
import { exchangeFailure } from './failure-text.ts';

export interface ConnectionOwner {
  /** The connection is free for another exchange. */
  released(connection: Connection): void;
  /** The peer had hung up before a byte of this exchange was sent. */
  handedBack(exchange: Exchange): void;
  closed(connection: Connection): void;
}

/**
 * One socket and the undici client that speaks HTTP over it. The client is given the socket once: when it is gone
 * it cannot dial again, so nothing that was sent is ever sent a second time.
 */
export class Connection implements Place, Dispatcher.DispatchHandler {
  readonly #owner: ConnectionOwner;
  readonly #socket: Socket;
  readonly #client: Client;
  #exchange: Exchange | undefined;
  #served = 0;
  #unflushed = false;

  constructor(owner: ConnectionOwner, origin: URL, socket: Socket, keepAliveMs: number) {
    this.#owner = owner;
    this.#socket = socket;
    this.#client = new Client(origin, {
      connect: handOverOnce(socket),
      allowH2: false,
      pipelining: 1,
      // undici's timers are coarse and restart with each byte; the exchange keeps its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      // What the peer announces can only shorten it.
      keepAliveMaxTimeout: keepAliveMs,
      keepAliveTimeoutThreshold: 1_000,
      maxHeaderSize: 16_384,
    });
    socket.once('close', () => {
      if (this.#exchange === undefined) owner.closed(this);
    });
  }

  get usable(): boolean {
    return !this.#socket.destroyed;
  }

  run(exchange: Exchange): void {
    this.#exchange = exchange;
    exchange.moveTo(this, 'assigned');
    this.#client.dispatch(exchange.request, this);
  }

  leave(exchange: Exchange): void {
    if (this.#exchange === exchange) this.#exchange = undefined;
    void this.close();
  }

  async close(): Promise<void> {
    const closed = this.#client.destroy();
    this.#socket.destroy();
    await closed;
  }

  abortExchange(): void {
    this.#exchange?.abort();
  }

  onRequestStart(): void {
    this.#exchange?.sent();
  }

  onRequestSent(): void {
    this.#unflushed = this.#socket.writableNeedDrain;
    if (this.#unflushed) this.#socket.once('drain', this.#flushed);
  }

  onResponseStart(flow: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status >= 200) this.#exchange?.head(status, headers, flow);
  }

  onResponseData(_flow: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#exchange?.data(chunk);
  }

  onResponseEnd(): void {
    // undici decides right after this call whether the socket lives on.
    queueMicrotask(this.#finish);
  }

  onResponseError(_flow: Dispatcher.DispatchController, error: Error): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    if (!exchange.bytesSent && this.#served > 0 && error instanceof SocketGone) {
      this.#owner.handedBack(exchange);
    } else {
      const { peer, bytesSent, status } = exchange;
      exchange.fail(exchangeFailure(peer, error, this.#unflushed, { bytesSent, status }));
    }
    if (this.#socket.closed) this.#owner.closed(this);
  }

  readonly #flushed = (): void => {
    this.#unflushed = false;
  };

  readonly #finish = (): void => {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    this.#served++;
    // Before the caller hears of the answer, so that its next request finds the connection free.
    if (this.usable) this.#owner.released(this);
    exchange.complete();
  };
}

class SocketGone extends Error {}

function handOverOnce(socket: Socket): buildConnector.connector {
  let given = false;
  return (_options, done) => {
    const again = given;
    given = true;
    // undici misses an answer that comes before this function returns.
    queueMicrotask(() => (again ? done(new SocketGone(), null) : done(null, socket)));
  };
}
