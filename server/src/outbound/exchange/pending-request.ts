import { interimMessage, type RequestPhase, timeoutMessage } from '../failure-text.ts';
import type { Limits } from '../limits.ts';
import { OutboundError, type OutboundStage } from '../outbound-error.ts';
import { joinAbortGroup, leaveAbortGroup } from './abort-group.ts';
import type { BodyFlow, ResponseHeaders, StreamedResponse } from './streamed-response.ts';

export interface RequestParts {
  /** With the query. */
  readonly path: string;
  readonly method: string;
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

/** The current holder of the request: the queue, an attempt to connect, or a connection. */
export interface RequestHolder {
  /** The request is over. */
  drop(request: PendingRequest): void;
}

const nothing = Buffer.alloc(0);
/** Servers send one or two of them. */
export const maxInterimHeads = 10;
/** How much framing a body may have: heads, and chunk sizes, which may be longer than the chunks. */
const framingBytes = 262_144;
const framedByteSize = 8;

/** One request from the call to the last byte of its response, with its limits. */
export class PendingRequest implements BodyFlow {
  readonly peer: string;
  readonly parts: RequestParts;
  bytesSent = false;
  status: number | undefined;
  readonly #limits: Limits;
  readonly #response: StreamedResponse;
  readonly #signal: AbortSignal | undefined;
  readonly #totalTimer: NodeJS.Timeout;
  #connectTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #flow: BodyFlow | undefined;
  #isPaused = false;
  #holder: RequestHolder | undefined;
  #phase: RequestPhase = 'queued';
  #received = 0;
  #interimHeads = 0;
  #settled = false;
  #onSettled: (() => void) | undefined;

  constructor(
    peer: string,
    parts: RequestParts,
    limits: Limits,
    response: StreamedResponse,
    signal: AbortSignal | undefined,
  ) {
    this.peer = peer;
    this.parts = parts;
    this.#limits = limits;
    this.#response = response;
    this.#signal = signal;
    this.#totalTimer = setTimeout(onTotalTimeout, limits.totalTimeoutMs, this);
    if (signal !== undefined) joinAbortGroup(signal, this);
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Calls back when the request is over, whatever its outcome. */
  whenSettled(onSettled: () => void): void {
    if (this.#settled) onSettled();
    else this.#onSettled = onSettled;
  }

  heldBy(holder: RequestHolder, phase: RequestPhase): void {
    this.#holder = holder;
    this.#phase = phase;
  }

  startConnecting(holder: RequestHolder): void {
    this.heldBy(holder, 'resolving');
    this.#connectTimer = setTimeout(onConnectTimeout, this.#limits.connectTimeoutMs, this);
  }

  enter(phase: RequestPhase): void {
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

  /** The peer has sent something. */
  heard(): void {
    this.#idleTimer?.refresh();
  }

  /** The head of an interim answer such as 103, before the real one. */
  interim(): void {
    this.heard();
    this.#interimHeads += 1;
    if (this.#interimHeads > maxInterimHeads) this.#failAt('response', interimMessage(this.peer));
  }

  /** How many bytes the connection has read for this request, framing included. */
  readSoFar(bytes: number): void {
    if (bytes <= framedByteSize * this.#limits.maxResponseBytes + framingBytes) return;
    this.#failAt('too-large', `${this.peer} answered with far more bytes than its answer has.`);
  }

  /** `announcedBytes`: the length of the body, if the headers contain it. */
  start(status: number, headers: ResponseHeaders, announcedBytes: number, flow: BodyFlow): void {
    if (this.#settled) return;
    this.heard();
    this.status = status;
    this.#flow = flow;
    this.#phase = 'answering';
    const isTooLarge = announcedBytes > this.#limits.maxResponseBytes;
    if (this.#limits.tooLarge === 'fail' && isTooLarge) this.#overflow(nothing);
    else this.#response.start(status, headers, this);
  }

  data(chunk: Buffer): void {
    if (this.#settled) return;
    this.heard();
    const room = this.#limits.maxResponseBytes - this.#received;
    this.#received += chunk.length;
    if (chunk.length > room) this.#overflow(chunk.subarray(0, room));
    else this.#response.data(chunk);
  }

  pause(): void {
    this.#isPaused = true;
    this.#flow?.pause();
  }

  resume(): void {
    if (!this.#isPaused || this.#settled) return;
    this.#isPaused = false;
    // The peer's silence counts only from now on.
    this.#idleTimer?.refresh();
    this.#flow?.resume();
  }

  complete(): void {
    if (this.#settled) return;
    this.#settle();
    this.#response.end(false);
  }

  fail(error: OutboundError): void {
    if (this.#settled) return;
    this.#settle();
    this.#holder?.drop(this);
    this.#response.fail(error);
  }

  abort(): void {
    this.#failAt('aborted', 'The request was aborted.');
  }

  timeOut(limit: 'connect' | 'total' | 'idle'): void {
    if (limit === 'idle' && this.#isPaused) {
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
    this.#holder?.drop(this);
    this.#response.data(lastPart);
    this.#response.end(true);
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
    if (this.#signal !== undefined) leaveAbortGroup(this.#signal, this);
    this.#onSettled?.();
  }
}

const onTotalTimeout = (request: PendingRequest): void => request.timeOut('total');
const onConnectTimeout = (request: PendingRequest): void => request.timeOut('connect');
const onIdleTimeout = (request: PendingRequest): void => request.timeOut('idle');
