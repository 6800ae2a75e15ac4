import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionTimeouts } from './timeouts.ts';

/** Why a connection is closed before its client closes it. */
export type CloseReason = 'body' | 'answer' | 'closing';

/** One connection of a client, from its acceptance to its end. */
export class Connection {
  readonly socket: Socket;
  /** The source bucket that it counts for; null for the connection of a trusted proxy. */
  source: string | null;
  readonly #openedAtMs: number;
  #request: IncomingMessage | null = null;
  #response: ServerResponse | null = null;
  #isWebSocket = false;
  #bytesReadBefore = 0;
  #bodyWaitMs = 0;
  #unread: { waitMs: number; readonly bytesBefore: number } | null = null;
  #closingMs = 0;
  /** Requests that arrived before the answer to the previous one was written. */
  #pipelined = 0;

  constructor(socket: Socket, source: string | null, nowMs: number) {
    this.socket = socket;
    this.source = source;
    this.#openedAtMs = nowMs;
  }

  /** The answer to its newest request, while that is in progress. */
  get answer(): ServerResponse | null {
    return this.#response === null || this.#response.closed ? null : this.#response;
  }

  /** Whether its newest request has arrived completely. */
  get hasWholeRequest(): boolean {
    return this.#request?.complete ?? false;
  }

  /** How many requests wait for the answer to an earlier one. */
  get pipelined(): number {
    return this.#pipelined;
  }

  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.answer !== null) {
      this.#pipelined += 1;
      response.once('close', () => {
        this.#pipelined -= 1;
      });
    }
    this.#request = request;
    this.#response = response;
    this.#bytesReadBefore = this.socket.bytesRead;
    this.#bodyWaitMs = 0;
  }

  handleUpgrade(): void {
    this.#isWebSocket = true;
    // A WebSocket stays open for long. It must not keep the earlier requests in memory.
    this.#request = null;
    this.#response = null;
  }

  /** Whether it had enough time for a request but has never sent a whole head. */
  hasSentNothing(nowMs: number, withinMs: number): boolean {
    return !this.#isWebSocket && this.#request === null && nowMs - this.#openedAtMs >= withinMs;
  }

  /** Whether it is open between two requests. */
  get isIdle(): boolean {
    return !this.#isWebSocket && this.#request !== null && this.#request.complete && this.answer === null;
  }

  /** Adds the time since the last check. Returns why the connection must be closed; null if it may stay. */
  check(elapsedMs: number, timeouts: ConnectionTimeouts): CloseReason | null {
    if (this.#isAnswerOverdue(elapsedMs, timeouts)) return 'answer';
    if (this.#isBodyOverdue(elapsedMs, timeouts)) return 'body';
    if (!this.socket.writableEnded || this.#unread !== null) return null;
    this.#closingMs += elapsedMs;
    return this.#closingMs > timeouts.closingMs ? 'closing' : null;
  }

  #isAnswerOverdue(elapsedMs: number, timeouts: ConnectionTimeouts): boolean {
    const { bytesWritten, writableLength } = this.socket;
    if (writableLength === 0) {
      this.#unread = null;
      return false;
    }
    this.#unread ??= { waitMs: 0, bytesBefore: bytesWritten - writableLength };
    this.#unread.waitMs += elapsedMs;
    return this.#unread.waitMs > allowedMs(bytesWritten - this.#unread.bytesBefore, timeouts);
  }

  #isBodyOverdue(elapsedMs: number, timeouts: ConnectionTimeouts): boolean {
    const request = this.#request;
    if (this.#isWebSocket || request === null || request.complete) return false;
    // While bytes wait to be read by us, the client is not too slow.
    if (request.readableLength > 0) return false;
    this.#bodyWaitMs += elapsedMs;
    if (this.answer === null && this.#bodyWaitMs > timeouts.transferMs) return true;
    return this.#bodyWaitMs > allowedMs(this.socket.bytesRead - this.#bytesReadBefore, timeouts);
  }
}

const allowedMs = (bytes: number, { transferMs, slowestBytesPerSecond }: ConnectionTimeouts): number =>
  transferMs + (bytes * 1000) / slowestBytesPerSecond;
