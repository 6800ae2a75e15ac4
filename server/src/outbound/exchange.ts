import { type Callable, unwatch, watch } from './call-off.ts';
import { type Phase, timeoutMessage } from './failure-text.ts';
import type { Limits } from './limits.ts';
import { OutboundError, type OutboundStage } from './outbound-error.ts';
import type { RequestParts } from './request-head.ts';
import type { ResponseHead } from './response-head.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** For whoever cannot keep up with an answer. */
export interface Flow {
  readonly paused: boolean;
  pause(): void;
  resume(): void;
}

/** Whatever holds the exchange at the moment: the queue, an attempt to connect, a connection. */
export interface Place {
  leave(exchange: Exchange): void;
}

/** Where the answer goes. A chunk is only good until `data` returns; after `end` or `fail` nothing more comes. */
export interface Sink {
  head(status: number, headers: ResponseHeaders, flow: Flow): void;
  data(chunk: Buffer): void;
  end(cut: boolean): void;
  fail(error: OutboundError): void;
}

const Empty = Buffer.alloc(0);

/** One request and its answer, under its limits, wherever it is on its way. */
export class Exchange implements Callable {
  readonly peer: string;
  readonly request: RequestParts;
  bytesSent = false;
  status: number | undefined;
  readonly #limits: Limits;
  readonly #sink: Sink;
  readonly #signal: AbortSignal | undefined;
  readonly #totalTimer: NodeJS.Timeout;
  #connectTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #flow: Flow | undefined;
  #place: Place | undefined;
  #phase: Phase = 'queued';
  #received = 0;
  #settled = false;

  constructor(
    peer: string,
    request: RequestParts,
    limits: Limits,
    sink: Sink,
    signal: AbortSignal | undefined,
  ) {
    this.peer = peer;
    this.request = request;
    this.#limits = limits;
    this.#sink = sink;
    this.#signal = signal;
    this.#totalTimer = setTimeout(onTotalTimeout, limits.totalTimeoutMs, this);
    if (signal !== undefined) watch(signal, this);
  }

  get settled(): boolean {
    return this.#settled;
  }

  moveTo(place: Place, phase: Phase): void {
    this.#place = place;
    this.#phase = phase;
  }

  startConnecting(place: Place): void {
    this.moveTo(place, 'resolving');
    this.#connectTimer = setTimeout(onConnectTimeout, this.#limits.connectTimeoutMs, this);
  }

  step(phase: Phase): void {
    this.#phase = phase;
  }

  connected(): void {
    clearTimeout(this.#connectTimer);
  }

  sent(): void {
    this.bytesSent = true;
    this.#phase = 'sent';
    const { idleTimeoutMs } = this.#limits;
    if (idleTimeoutMs !== undefined) this.#idleTimer = setTimeout(onIdleTimeout, idleTimeoutMs, this);
  }

  /** `announcedBytes`: how long the body will be, as far as its head tells. */
  head({ status, headers }: ResponseHead, announcedBytes: number, flow: Flow): void {
    if (this.#settled) return;
    this.#idleTimer?.refresh();
    this.status = status;
    this.#flow = flow;
    this.#phase = 'answering';
    const isTooLarge = announcedBytes > this.#limits.maxResponseBytes;
    if (this.#limits.tooLarge === 'fail' && isTooLarge) this.#overflow(Empty);
    else this.#sink.head(status, headers, flow);
  }

  data(chunk: Buffer): void {
    if (this.#settled) return;
    this.#idleTimer?.refresh();
    const room = this.#limits.maxResponseBytes - this.#received;
    this.#received += chunk.length;
    if (chunk.length > room) this.#overflow(chunk.subarray(0, room));
    else this.#sink.data(chunk);
  }

  /** The peer may send again: only from here on its silence counts. */
  resumed(): void {
    this.#idleTimer?.refresh();
  }

  complete(): void {
    if (this.#settled) return;
    this.#settle();
    this.#sink.end(false);
  }

  fail(error: OutboundError): void {
    if (this.#settled) return;
    this.#settle();
    this.#place?.leave(this);
    this.#sink.fail(error);
  }

  abort(): void {
    this.#failAt('aborted', 'The request was called off.');
  }

  timeOut(limit: 'connect' | 'total' | 'idle'): void {
    if (limit === 'idle' && this.#flow?.paused) {
      this.#idleTimer?.refresh();
      return;
    }
    const limitMs = this.#limits[`${limit}TimeoutMs`] ?? 0;
    this.#failAt('timeout', timeoutMessage(this.peer, this.#phase, limitMs));
  }

  #overflow(lastPart: Buffer): void {
    const { tooLarge, maxResponseBytes } = this.#limits;
    if (tooLarge === 'fail') {
      const message = `${this.peer} answered with more than ${maxResponseBytes} bytes. Send a shorter answer.`;
      this.#failAt('too-large', message);
      return;
    }
    this.#settle();
    this.#place?.leave(this);
    this.#sink.data(lastPart);
    this.#sink.end(true);
  }

  #failAt(stage: OutboundStage, message: string): void {
    if (this.#settled) return;
    this.fail(new OutboundError(stage, message, { bytesSent: this.bytesSent, status: this.status }));
  }

  #settle(): void {
    this.#settled = true;
    clearTimeout(this.#totalTimer);
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#idleTimer);
    if (this.#signal !== undefined) unwatch(this.#signal, this);
  }
}

const onTotalTimeout = (exchange: Exchange): void => exchange.timeOut('total');
const onConnectTimeout = (exchange: Exchange): void => exchange.timeOut('connect');
const onIdleTimeout = (exchange: Exchange): void => exchange.timeOut('idle');
