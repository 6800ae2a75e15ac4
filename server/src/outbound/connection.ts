import { afterThisRound, atRoundEnd, roundClock } from '../kernel/index.ts';
import type { Exchange, Place } from './exchange.ts';
import { exchangeFailure } from './failure-text.ts';
import type { Line } from './open-socket.ts';
import { errorCode } from './outbound-error.ts';
import { HeadWriter, type RequestParts } from './request-head.ts';
import { announcedKeepAliveMs, type ResponseHead } from './response-head.ts';
import { type ResponseListener, ResponseReader } from './response-reader.ts';

export interface ConnectionOwner {
  /** The connection is free for another exchange. */
  released(connection: Connection): void;
  /** The peer had hung up before a byte of this exchange was sent. */
  handedBack(exchange: Exchange): void;
  closed(connection: Connection): void;
}

/** Shorter than any server waits before it hangs up. */
const LongRestMs = 20;
/** A peer that closes at the very moment it announced should not meet a request under way. */
const KeepAliveMarginMs = 1_000;
/** Of a peer that cuts its answer very small so many parts are read in one round; then others come first. */
const ManyParts = 500;
const NotAscii = /[\x80-\xff]/;

/**
 * HTTP/1.1 over one socket, one exchange at a time. It is never dialled again, so nothing that was sent is ever sent
 * a second time.
 */
export class Connection implements Place, ResponseListener {
  readonly #owner: ConnectionOwner;
  readonly #heads: HeadWriter;
  readonly #line: Line;
  readonly #keepAliveMs: number;
  readonly #reader = new ResponseReader(this);
  #exchange: Exchange | undefined;
  #hungUp = false;
  #paused = false;
  #unflushed = false;
  #parts = 0;
  #round = 0;
  #served = 0;
  #restsSince = 0;
  #restsUntil = Number.POSITIVE_INFINITY;
  #restMs = 0;
  #looksAt = Number.POSITIVE_INFINITY;
  #restTimer: NodeJS.Timeout | undefined;
  #error: unknown;

  constructor(owner: ConnectionOwner, origin: URL, line: Line, keepAliveMs: number) {
    this.#owner = owner;
    this.#heads = new HeadWriter(origin.host);
    this.#line = line;
    this.#keepAliveMs = keepAliveMs;
    line.socket.once('close', () => this.#closed());
    line.socket.once('end', () => this.#ended());
    line.socket.once('error', (error) => {
      this.#error = error;
    });
    line.listen((bytes) => this.#read(bytes));
  }

  get usable(): boolean {
    return !this.#hungUp && !this.#line.socket.destroyed;
  }

  /** Whether its peer may be expected to be there still. */
  get rests(): boolean {
    return this.usable && roundClock.monotonicMs() < this.#restsUntil;
  }

  get paused(): boolean {
    return this.#paused;
  }

  run(exchange: Exchange): void {
    this.#exchange = exchange;
    exchange.moveTo(this, 'assigned');
    // After a rest the peer may have hung up unseen; at the end of the round that is known.
    if (roundClock.monotonicMs() - this.#restsSince > LongRestMs) atRoundEnd(this);
    else afterThisRound(this);
  }

  leave(exchange: Exchange): void {
    if (this.#exchange === exchange) this.#exchange = undefined;
    this.#line.socket.destroy();
  }

  async close(): Promise<void> {
    const { socket } = this.#line;
    if (socket.closed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once('close', resolve).destroy();
    await promise;
  }

  abortExchange(): void {
    this.#exchange?.abort();
  }

  pause(): void {
    this.#paused = true;
    this.#line.socket.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#exchange?.resumed();
    this.#line.socket.resume();
  }

  onHead(head: ResponseHead): void {
    const { headers, framing } = head;
    const announcedMs = head.keepsAlive ? announcedKeepAliveMs(headers) - KeepAliveMarginMs : 0;
    this.#restMs = Math.min(this.#keepAliveMs, announcedMs);
    this.#exchange?.head(head, framing.kind === 'length' ? framing.bytes : 0, this);
  }

  onData(part: Buffer): void {
    this.#parts++;
    this.#exchange?.data(part);
  }

  onEnd(clean: boolean): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    this.#parts = 0;
    this.#served++;
    const { socket } = this.#line;
    const mayServeAgain = clean && this.#restMs > 0 && this.usable && socket.writableLength === 0;
    // Before the caller hears of the answer, so that its next request finds the connection free.
    if (mayServeAgain) this.#rest();
    else socket.destroy();
    exchange.complete();
  }

  flush(): void {
    const exchange = this.#exchange;
    if (exchange === undefined || !this.usable) return;
    const { request } = exchange;
    this.#reader.expect(request.method);
    exchange.sent();
    try {
      if (this.#write(request)) return;
    } catch (error) {
      return this.#break(error);
    }
    this.#unflushed = true;
    this.#line.socket.once('drain', this.#flushed);
  }

  #write(request: RequestParts): boolean {
    const { socket } = this.#line;
    const { body } = request;
    const head = this.#heads.write(request);
    if (body === null) return socket.write(head, 'latin1');
    if (typeof body === 'string' && !NotAscii.test(head)) return socket.write(head + body, 'utf8');
    socket.cork();
    socket.write(head, 'latin1');
    const flushed = socket.write(body);
    socket.uncork();
    return flushed;
  }

  #flushed = (): void => {
    this.#unflushed = false;
  };

  #read(bytes: Buffer): void {
    const round = roundClock.monotonicMs();
    if (round !== this.#round) this.#parts = 0;
    this.#round = round;
    try {
      this.#reader.push(bytes);
    } catch (error) {
      return this.#break(error);
    }
    if (this.#parts > ManyParts) this.#letOthersIn();
  }

  /** Never after the end of an answer: what lies behind it has to be seen before the next request is sent. */
  #letOthersIn(): void {
    const { socket } = this.#line;
    socket.pause();
    setImmediate(() => {
      if (!this.#paused) socket.resume();
    });
  }

  #break(error: unknown): void {
    this.#error = error;
    this.#line.socket.destroy();
    this.#fail();
  }

  #ended(): void {
    this.#hungUp = true;
    this.#reader.close();
    // No answer can come any more, however much of the request is still to be written.
    this.#line.socket.destroy();
  }

  #closed(): void {
    clearTimeout(this.#restTimer);
    this.#fail();
    this.#owner.closed(this);
  }

  #fail(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    const { peer, bytesSent, status } = exchange;
    if (!bytesSent && this.#served > 0) return this.#owner.handedBack(exchange);
    const code = errorCode(this.#error);
    exchange.fail(exchangeFailure(peer, this.#error, this.#unflushed, { bytesSent, status, code }));
  }

  #rest(): void {
    this.resume();
    this.#restsSince = roundClock.monotonicMs();
    this.#restsUntil = this.#restsSince + this.#restMs;
    if (this.#restsUntil < this.#looksAt) this.#lookAfter(this.#restMs);
    this.#owner.released(this);
  }

  /** One timer looks after many rests: in most of them nothing runs out. */
  #lookAfter(ms: number): void {
    clearTimeout(this.#restTimer);
    this.#looksAt = performance.now() + ms;
    this.#restTimer = setTimeout(this.#look, Math.ceil(ms));
  }

  #look = (): void => {
    this.#looksAt = Number.POSITIVE_INFINITY;
    if (this.#exchange !== undefined) return;
    const leftMs = this.#restsUntil - performance.now();
    if (leftMs <= 0) this.#line.socket.destroy();
    else this.#lookAfter(leftMs);
  };
}
